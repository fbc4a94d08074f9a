import { objectKey } from '@agent-home/protocol';
import { topicId } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import { type Doctored, stateKey, toEntry } from './small-world-parts.ts';

/** Faults in the bucket, each with the finding that has to result. */
export const bucket: Doctored[] = [
  [
    'an object that is not in the bucket',
    ({ evidence }) => void evidence.bucket.delete(stateKey),
    'bucket equals database',
    'is not in the bucket',
  ],
  [
    'an object of an older version',
    ({ evidence }) => {
      for (const row of evidence.published) if (row.objectKey === stateKey) row.version += 1;
    },
    'bucket equals database',
    'version 4 was promised, 3 was put',
  ],
  [
    'an object that somebody changed',
    ({ evidence }) => void evidence.bucket.set(stateKey, `${evidence.bucket.get(stateKey)} `),
    'bucket equals database',
    'differs from what the database says',
  ],
  [
    'an object that is certified as another version',
    ({ evidence }) => {
      for (const row of evidence.published)
        if (row.objectKey === stateKey) Object.assign(row, { version: 4, confirmedVersion: 4 });
    },
    'bucket equals database',
    'is certified as version 3, not 4',
  ],
  [
    'an object with a broken signature',
    ({ evidence }) => {
      const text = evidence.bucket.get(stateKey)?.replace('"turns_started":2', '"turns_started":3') ?? '';
      evidence.bucket.set(stateKey, text);
      for (const row of evidence.published) if (row.objectKey === stateKey) row.confirmedText = text;
    },
    'bucket equals database',
    'does not verify: bad_signature',
  ],
  [
    'an entry that says something else than its row',
    (world) => {
      toEntry(world, 4).header = toEntry(world, 5).header;
    },
    'bucket equals database',
    'something else than its row',
  ],
  [
    'a state that says something else than its row',
    ({ evidence }) => {
      for (const topic of evidence.topics) topic.state = topic.state.replace('closed', 'open');
    },
    'bucket equals database',
    'something else than its row',
  ],
  [
    'a topic that was opened and is gone',
    ({ journal }) => void journal.openings.push({ topicId: 'gone', mode: 'freeform' }),
    'topics kept',
    'has no ledger',
  ],
  [
    'an object that the database does not know',
    ({ evidence }) => void evidence.published.shift(),
    'bucket equals database',
    'nowhere else',
  ],
  [
    'a published state that its ledger does not lead to',
    ({ evidence }) => {
      const text = evidence.bucket.get(stateKey)?.replace('"turns_started":2', '"turns_started":3') ?? '';
      evidence.bucket.set(stateKey, text);
    },
    'ledgers replay',
    'published_state_differs',
  ],
  [
    'an entry that is not in the bucket',
    ({ evidence }) =>
      void evidence.bucket.delete(objectKey('topic_ledger_entry', { topic_id: topicId, sequence: 4 })),
    'ledgers replay',
    '3 entries lie in the bucket, 7 in the database',
  ],
];
