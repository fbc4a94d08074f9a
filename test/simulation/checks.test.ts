import { objectKey } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { topicId } from '../../packages/modes/src/testing/alphabet/inputs.ts';
import type { Finding } from './checks/evidence.ts';
import { runChecks } from './run-checks.ts';
import { momentOf, type SmallWorld, smallWorld, write } from './testing/small-world.ts';

const found = ({ journal, evidence, agentIds }: SmallWorld): Promise<Finding[]> =>
  runChecks(journal, evidence, agentIds);

const stateKey = objectKey('topic_state', { topic_id: topicId });
const lineKey = objectKey('topic_message', {
  topic_id: topicId,
  agent_id: 'ada',
  message_id: 'turn_000001_0001',
});

function entryOf({ evidence }: SmallWorld, sequence: number) {
  const row = evidence.ledger.find((one) => one.sequence === sequence);
  if (!row) throw new Error(`there is no entry ${sequence}`);
  return row;
}

function pageOf({ journal }: SmallWorld, agentId: string) {
  const read = journal.reads.find((one) => one.agentId === agentId);
  if (!read) throw new Error(`${agentId} read nothing`);
  return read;
}

/** What goes wrong, and what has to be found: the check, and a part of what it says. */
const doctored: [what: string, doctor: (world: SmallWorld) => void, check: string, problem: string][] = [
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
      entryOf(world, 4).bodyText = '{"made":"up"}';
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
    (world) => void world.evidence.ledger.push({ ...entryOf(world, 4), sequence: 8, outcome: 'rejected' }),
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
      world.evidence.ledger.push({ ...entryOf(world, 4), sequence: 8, objectKey });
    },
    'turns once',
    'was taken 2 times',
  ],
  [
    'a window ended twice',
    (world) => void world.evidence.ledger.push({ ...entryOf(world, 5), sequence: 8 }),
    'turns once',
    'ended 2 times',
  ],
  [
    'a window ended before its time',
    (world) => {
      entryOf(world, 5).outcome = 'rejected';
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
      entryOf(world, 4).header = entryOf(world, 5).header;
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
    'a sealed line that comes to light changed',
    (world) =>
      void world.evidence.ledger.push({
        ...entryOf(world, 5),
        sequence: 8,
        inputType: 'reveal',
        agentId: 'ada',
        bodyText: '{"text":"never written"}',
      }),
    'judged once',
    'reveals what its author never wrote',
  ],
  [
    'what was not consumed and not told again',
    ({ journal }) => void journal.acknowledgements[0]?.eventIds.pop(),
    'feeds complete',
    'was not told again',
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
  [
    'a verdict that an agent never heard of',
    (world) => void pageOf(world, 'ada').events.splice(0, 1),
    'feeds complete',
    'was never told of verdict 2',
  ],
  [
    'an entry that a follower never heard of',
    (world) => void pageOf(world, 'bo').events.splice(0, 1),
    'feeds complete',
    'was never told of entry 2',
  ],
  [
    'a turn that its agent never heard of',
    (world) => {
      const page = pageOf(world, 'bo');
      page.events = page.events.filter(({ event_type: type }) => type !== 'topic.turn_started');
    },
    'feeds complete',
    'was never told of turn turn_000002',
  ],
  [
    'an end that a follower never heard of',
    (world) => void pageOf(world, 'ada').events.pop(),
    'feeds complete',
    'was never told of the end',
  ],
  [
    'news of what did not happen',
    (world) => {
      for (const event of pageOf(world, 'ada').events)
        if (event.payload.sequence === 3) event.payload.sequence = 9;
    },
    'feeds complete',
    'was told of entry 9',
  ],
  [
    'another verdict than the ledger has',
    (world) => {
      for (const event of pageOf(world, 'ada').events)
        if (event.payload.sequence === 2) event.payload.outcome = 'rejected';
    },
    'feeds complete',
    'which is not so',
  ],
  [
    'what was consumed, told again',
    (world) => {
      const page = pageOf(world, 'ada');
      world.journal.reads.push({ ...page, askedAt: momentOf(50), answeredAt: momentOf(51) });
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
  [
    'an attack that was not refused',
    ({ journal }) =>
      void journal.attacks.push({
        agentId: 'bo',
        what: 'replayed a request',
        at: 1,
        refused: false,
        answer: '200',
      }),
    'kept out',
    'was not refused',
  ],
  [
    'an entry of an agent that was never granted anything',
    ({ journal }) => void journal.strangers.add('bo'),
    'kept out',
    'never granted anything',
  ],
  [
    'work that is left',
    ({ evidence }) => {
      evidence.waiting = { 'objects to publish': 2 };
    },
    'at rest',
    '2 still wait',
  ],
  [
    'a constraint that had to refuse something',
    ({ evidence }) => void evidence.violations.push('ERROR: duplicate key value violates unique constraint'),
    'at rest',
    'duplicate key',
  ],
  [
    'a process that ended by itself',
    ({ evidence }) => void evidence.unexpectedExits.push('worker ended (1)'),
    'at rest',
    'worker ended',
  ],
];

describe('the checks', () => {
  test('a home in which all is well has no findings', async () => {
    expect(await found(smallWorld())).toEqual([]);
  });

  test('each check finds what it is there for in a doctored journal', async () => {
    for (const [what, doctor, check, problem] of doctored) {
      const world = smallWorld();
      doctor(world);
      const problems = (await found(world)).filter((one) => one.check === check).map((one) => one.problem);
      expect(problems, what).toContainEqual(expect.stringContaining(problem));
    }
  });

  test('what nobody can know for sure is held against nobody', async () => {
    const world = smallWorld();
    const { journal } = world;
    // Put, but nobody heard whether; refused by the store; after the time was over; the same bytes once more.
    const key = (id: string) =>
      objectKey('topic_message', { topic_id: topicId, agent_id: 'bo', message_id: id });
    write(journal, 'bo', key('unknown'), '1', 25).outcome = 'unknown';
    write(journal, 'bo', key('refused'), '2', 25).outcome = 'refused';
    write(journal, 'bo', key('late'), '3', 25).notAfter = momentOf(24);
    const [first] = journal.puts;
    if (first) journal.puts.push({ ...first, id: journal.nextId() });
    // Told twice, because the acknowledgement was not answered.
    for (const acknowledgement of journal.acknowledgements) acknowledgement.outcome = 'unknown';
    journal.reads.push({ ...pageOf(world, 'ada'), askedAt: momentOf(50), answeredAt: momentOf(51) });
    // Two reads at once may come back in either order.
    const seen = { key: stateKey, askedAt: 10, answeredAt: 20 };
    journal.sightings.push({ ...seen, version: 2, sha256: 'a' }, { ...seen, version: 1, sha256: 'b' });
    expect(await found(world)).toEqual([]);
  });
});
