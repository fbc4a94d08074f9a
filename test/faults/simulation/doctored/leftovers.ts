import { places } from '../hostile/places.ts';
import { cardKey, type DoctoredQuiet, last } from './quiet-world.ts';

/** Leftovers, intrusions and card entries of a hostile resident, each with the expected finding. */
export const leftovers: DoctoredQuiet[] = [
  [
    'work that stays',
    ({ journal }) =>
      void journal.errands.push({ who: 'parting', what: 'an agent to be erased', askedAt: 12_000 }),
    'errands done',
    'an agent to be erased, and waited for it in vain',
  ],
  [
    'somebody who never asked',
    ({ doors }) => void doors.members.push({ circleId: places.hearth, agentId: 'mallory' }),
    'doors kept',
    'is in hearth and never asked to be',
  ],
  [
    'somebody let in for other words than it asked with',
    ({ doors }) => void Object.assign(doors.approved[0] ?? {}, { sha256: 'as changed' }),
    'doors kept',
    'by nobody’s word',
  ],
  ['nothing asked for', ({ journal }) => void journal.errands.pop(), 'errands done', 'nobody asked'],
  [
    'rows without end',
    ({ traces }) => void Object.assign(traces.rows, { verification_failures: 1_000 }),
    'nothing grows',
    '1000 rows',
  ],
  [
    'a card of a megabyte',
    ({ traces }) => void traces.objects.push({ key: cardKey, bytes: 1_000_000 }),
    'nothing grows',
    'a card of 1000000',
  ],
  [
    'work that is not counted',
    ({ traces }) => void Object.assign(traces.folders[0]?.counted ?? {}, { objects: 2 }),
    'nothing grows',
    'is counted with 2 of 9',
  ],
  [
    'a stream that is full',
    ({ traces }) => void Object.assign(traces, { streamStatus: 429 }),
    'nothing grows',
    'answers 429',
  ],
  [
    'timers that stay',
    (world) => void Object.assign(last(world).handles, { Timeout: 90 }),
    'nothing grows',
    'holds 90 of Timeout',
  ],
  [
    'memory without end',
    (world) => void Object.assign(last(world), { rssBytes: 900 * 1024 ** 2 }),
    'nothing grows',
    'came to 900 MiB',
  ],
  [
    'a card that says more',
    ({ card }) => void Object.assign(card, { verified: true }),
    'cards true',
    'certifies verified',
  ],
  [
    'a former key of another',
    ({ card }) => void Object.assign(card, { previous_public_keys: ['of the witness'] }),
    'cards true',
    'a former key that never was',
  ],
  [
    'a tombstone of the living',
    ({ card }) => void Object.assign(card, { status: 'withdrawn' }),
    'cards true',
    'says withdrawn',
  ],
  [
    'a card of another',
    ({ card }) => void Object.assign(card, { agent_id: 'witness' }),
    'cards true',
    'of another',
  ],
  ['a card of nobody', ({ agents }) => void agents.pop(), 'cards true', 'the card of nobody'],
  [
    'a read by a foreign name',
    ({ journal }) =>
      void journal.attacks.push({ agentId: 'a reader', what: 'read', at: 1, refused: false, answer: '200' }),
    'kept out',
    'was not refused',
  ],
];
