import { write } from '../testing/small-journal.ts';
import { type Doctored, lineKey, toEntry } from './small-world-parts.ts';

/** Faults in judging, each with the finding that has to result. */
export const judging: Doctored[] = [
  [
    'a write in time that is in no ledger',
    ({ journal }) => void write(journal, 'bo', lineKey.replace('ada', 'bo'), '{"lost":1}', 25),
    'judged once',
    'is in no ledger',
  ],
  [
    'a refused key written anew and not judged again',
    ({ journal }) => void write(journal, 'ada', lineKey, '{"again":1}', 60),
    'judged once',
    'is in no ledger',
  ],
  [
    'a verdict on bytes that nobody wrote',
    (world) => {
      toEntry(world, 4).bodyText = '{"made":"up"}';
    },
    'judged once',
    'bytes that nobody wrote',
  ],
  [
    'a verdict on a write that the store refused',
    ({ journal }) => {
      for (const put of journal.puts) if (put.key === lineKey) put.outcome = 'refused';
    },
    'judged once',
    'nobody wrote with a right to',
  ],
  [
    'the same write judged twice',
    (world) => void world.evidence.ledger.push({ ...toEntry(world, 4), sequence: 8, outcome: 'rejected' }),
    'judged once',
    'the same write is judged twice',
  ],
  [
    'a key judged more often than it was granted',
    ({ journal }) => void journal.grants.splice(0),
    'judged once',
    'granted 0 to 0 times',
  ],
  [
    'a turn taken by two',
    (world) => {
      const objectKey = lineKey.replace('/ada/', '/bo/');
      world.evidence.ledger.push({ ...toEntry(world, 4), sequence: 8, objectKey });
    },
    'turns once',
    'was taken 2 times',
  ],
  [
    'a window ended twice',
    (world) => void world.evidence.ledger.push({ ...toEntry(world, 5), sequence: 8 }),
    'turns once',
    'ended 2 times',
  ],
  [
    'a window ended before its time',
    (world) => {
      toEntry(world, 5).outcome = 'rejected';
    },
    'turns once',
    'not due',
  ],
  [
    'a gap in a ledger',
    ({ evidence }) => void evidence.ledger.splice(3, 1),
    'turns once',
    'the entry after 3 has number 5',
  ],
  [
    'a sealed line that comes to light changed',
    (world) =>
      void world.evidence.ledger.push({
        ...toEntry(world, 5),
        sequence: 8,
        inputType: 'reveal',
        agentId: 'ada',
        bodyText: '{"text":"never written"}',
      }),
    'judged once',
    'reveals what its author never wrote',
  ],
];
