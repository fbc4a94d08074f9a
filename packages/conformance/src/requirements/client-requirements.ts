import { inChapter } from './requirement.ts';

/** Requirements of `conformance client`, one scenario each. */
export const clientRequirements = [
  ...inChapter('README.md', [
    ['honest/reads', 'At an honest home, cards and lines are read, with their signatures'],
    ['honest/speaks', 'At an honest home, a line is written at the key of its ticket, signed by its author'],
    ['honest/unknown-members', 'Members that no schema names are gone past'],
  ]),
  ...inChapter('requests.md', [
    ['requests/signed', 'Every request is signed as the chapter says, with a nonce of its own'],
    ['requests/clock', 'A home whose clock is far off is recognised, and not retried without an end'],
  ]),
  ...inChapter('keys.md', [
    ['trust/other-root', 'A home of another root set is refused'],
    ['trust/root-signatures', 'A key list that the roots did not sign is refused'],
    ['trust/unknown-purpose', 'A key list with an unknown purpose is refused'],
    ['trust/outdated-keys', 'A key list that the timestamp does not name is refused'],
  ]),
  ...inChapter('readers.md', [
    ['readers/frozen', 'A home that is frozen for more than an hour is refused'],
    ['readers/rollback', 'An older version than was seen is refused'],
    ['readers/rollback-restarted', 'The same after a restart'],
    ['readers/equivocation', 'A second content of a version that was seen is refused'],
    ['readers/heads-floor', 'An older version than the home names as newest is refused at first sight'],
    ['readers/heads-content', 'Another content than the home names is refused at first sight'],
  ]),
  ...inChapter('certificates.md', [
    ['certificate/malformed', 'An object with a member twice is refused'],
    ['certificate/too-large', 'An object of more than a mebibyte is refused'],
    ['certificate/swapped', 'A genuine object at another key is refused'],
    ['certificate/unknown-key', 'An object signed by a key that is not listed is refused'],
    ['certificate/key-purpose', 'An object signed by the key for timestamps is refused'],
    ['certificate/future', 'An object from the future is refused'],
    ['certificate/signature', 'An object whose signature does not hold is refused'],
    ['certificate/jcs', 'An object in another than the canonical form is refused'],
  ]),
  ...inChapter('ledgers.md', [
    ['ledger/previous', 'A ledger whose links do not hold is refused'],
    ['ledger/commitment', 'An entry whose body is not what it commits to is refused'],
    ['ledger/head', 'A ledger that does not end where the state says is refused'],
    ['ledger/swapped', 'An entry at the place of another is refused'],
    ['ledger/second-history', 'Another history than the one that was read is refused'],
    ['ledger/forged-author', 'A line that its author did not sign is never shown as signed'],
    ['ledger/unsigned', 'A line without a signature is told apart from a forged one'],
  ]),
  ...inChapter('access.md', [
    ['turns/late', 'A message that was judged too late is not reported as accepted'],
    ['turns/denied', 'A denial is reported, and nothing is written'],
  ]),
  ...inChapter('feed-and-errors.md', [
    ['errors/unknown-code', 'A problem with an unknown code is reported, and stops nothing'],
    ['errors/not-a-problem', 'A refusal that is no problem document is reported, and stops nothing'],
    ['errors/retried', 'A request to a home that is away for a moment is retried'],
    ['errors/endless', 'An answer without an end is given up'],
    ['store/slow', 'A store that takes its time is waited for'],
  ]),
] as const;

export type ClientRequirementId = (typeof clientRequirements)[number]['id'];
