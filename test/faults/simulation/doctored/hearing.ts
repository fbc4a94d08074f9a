import { topicId } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import { getMoment } from '../testing/small-journal.ts';
import { type Doctored, getPage, stateKey } from './small-world-parts.ts';

/** Faults in notifications and reads of agents, each with the finding that has to result. */
export const hearing: Doctored[] = [
  [
    'what was not consumed and not told again',
    ({ journal }) => void journal.acknowledgements[0]?.eventIds.pop(),
    'feeds complete',
    'was not told again',
  ],
  [
    'a verdict that an agent never heard of',
    (world) => void getPage(world, 'ada').events.splice(0, 1),
    'feeds complete',
    'was never told of verdict 2',
  ],
  [
    'an entry that a follower never heard of',
    (world) => void getPage(world, 'bo').events.splice(0, 1),
    'feeds complete',
    'was never told of entry 2',
  ],
  [
    'a turn that its agent never heard of',
    (world) => {
      const page = getPage(world, 'bo');
      page.events = page.events.filter(({ event_type: type }) => type !== 'topic.turn_started');
    },
    'feeds complete',
    'was never told of turn turn_000002',
  ],
  [
    'an end that a follower never heard of',
    (world) => void getPage(world, 'ada').events.pop(),
    'feeds complete',
    'was never told of the end',
  ],
  [
    'news of what did not happen',
    (world) => {
      for (const event of getPage(world, 'ada').events)
        if (event.payload.sequence === 3) event.payload.sequence = 9;
    },
    'feeds complete',
    'was told of entry 9',
  ],
  [
    'another verdict than the ledger has',
    (world) => {
      for (const event of getPage(world, 'ada').events)
        if (event.payload.sequence === 2) event.payload.outcome = 'rejected';
    },
    'feeds complete',
    'which is not so',
  ],
  [
    'what was consumed, told again',
    (world) => {
      const page = getPage(world, 'ada');
      world.journal.reads.push({ ...page, askedAt: getMoment(50), answeredAt: getMoment(51) });
    },
    'feeds complete',
    'was told again',
  ],
  [
    'a version that went back',
    ({ journal }) => {
      const seen = { key: stateKey, sha256: 'a', askedAt: 10, answeredAt: 20 };
      journal.sightings.push({ ...seen, version: 3 });
      journal.sightings.push({ ...seen, version: 2, askedAt: 30, answeredAt: 40 });
    },
    'versions forward',
    'went back',
  ],
  [
    'a version with two contents',
    ({ journal }) => {
      const seen = { key: stateKey, version: 3, askedAt: 10, answeredAt: 20 };
      journal.sightings.push({ ...seen, sha256: 'a' }, { ...seen, sha256: 'b' });
    },
    'versions forward',
    'two contents',
  ],
  [
    'a state before its entry',
    ({ journal }) => void journal.missingEntries.push({ topicId, sequence: 4, at: 10 }),
    'versions forward',
    'before that was in the bucket',
  ],
];
