import {
  changesIn,
  insertBefore,
  type Mutation,
  replace,
  replaceText,
} from '../../../meta/source-mutations/changes.ts';

const inPlatform = changesIn('packages/platform');

/** Bugs in the mirror of runs and in decisions on their calls. */
export const mirroringMutations: readonly Mutation[] = [
  {
    name: 'accept-second-history',
    changes: [
      inPlatform(
        'findContradiction',
        replace('known_sha256 !== undefined && known_sha256 !== sha256', 'known_sha256 === undefined'),
      ),
    ],
    harm: 'an agent can claim another history of a run',
  },
  {
    name: 'lose-mirrored-record',
    changes: [
      inPlatform(
        'appendRecords',
        replaceText(
          'as sent(seq integer, sha256 text, text text)',
          'as sent(seq integer, sha256 text, text text) where seq % 7 <> 3',
        ),
      ),
    ],
    harm: 'the copy of a run lacks records',
  },
  {
    name: 'decide-twice',
    changes: [
      inPlatform('decideApproval', replace('requirePending(before, now);', '')),
      inPlatform('addDecider', insertBefore('return [...before, decider];', 'return [decider];')),
      inPlatform(
        'addDecider',
        replace('before.some(({ principal }) => principal === decider.principal)', 'before.length > 9'),
      ),
    ],
    harm: 'a refused call is approved afterwards',
  },
  {
    name: 'certify-other-arguments',
    changes: [
      inPlatform(
        { symbol: 'certify', beside: 'requireSameCall' },
        replace('arguments_sha256: request.arguments_sha256', "arguments_sha256: 'f'.repeat(64)"),
      ),
    ],
    harm: 'an approval holds for another call',
  },
];
