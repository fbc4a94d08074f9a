import { eraseEntry, replayEntry } from '@agent-home/modes';
import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { topicId } from '../testing/topic-authors.ts';
import { collect, never, topicHome } from '../testing/topic-reading-support.ts';

describe('replay', () => {
  test('leads to the published state', async () => {
    const { home, ledger } = await topicHome('turn_queue');
    ledger.say('bo', 'out of turn');
    const client = await home.connect();
    expect(await client.replay(topicId)).toEqual({
      equal: true,
      sequence: 2,
      stateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      gaps: [],
    });
  });

  test('crosses an erased body and names it, with the same state', async () => {
    const { home, ledger } = await topicHome();
    for (const text of ['one', 'two']) ledger.say('bo', text);
    const client = await home.connect();
    const topic = await client.enterTopic(topicId);
    const [entries, published] = [await collect(topic.ledger()), await topic.state()];
    const { replayLedger } = await import('./replay.ts');
    const first = entries[0] as TopicLedgerEntry;
    const before = replayEntry(undefined, first);
    const after = replayEntry(before, entries[1] as TopicLedgerEntry);
    const erased = (state: JsonObject) => {
      const around = { before, after: { ...after, state } };
      const gap = eraseEntry(entries[1] as TopicLedgerEntry, around, '2026-11-22T00:00:00Z');
      return [first, gap as TopicLedgerEntry, ...entries.slice(2)];
    };
    expect(await replayLedger(erased(after.state), published)).toMatchObject({ equal: true, gaps: [2] });
    const lie = { ...after.state, message_count: 100 };
    expect(await replayLedger(erased(lie), published)).toMatchObject({
      equal: false,
      code: 'state_differs',
      sequence: 2,
    });
  });

  test('finds a state that the ledger does not lead to', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'one');
    ledger.publishState({ state: { ...ledger.state, message_count: 100 } });
    expect(await (await home.connect()).replay(topicId)).toMatchObject({
      equal: false,
      code: 'published_state_differs',
      sequence: 2,
    });
  });

  test('finds a verdict that the mode does not give', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'one');
    const client = await home.connect();
    const entries = await collect((await client.enterTopic(topicId)).ledger());
    const [, last] = entries;
    if (!last) throw never();
    const verdict = { outcome: 'rejected' as const, reason: 'disliked' };
    const { replayLedger } = await import('./replay.ts');
    const changed = [entries[0], { ...last, header: { ...last.header, verdict } }] as TopicLedgerEntry[];
    const published = { ledger: { sequence: 2, hash: '' }, state: ledger.state };
    expect(await replayLedger(changed, published)).toMatchObject({
      equal: false,
      code: 'verdict_differs',
      sequence: 2,
    });
    expect(await replayLedger([], published)).toMatchObject({ equal: false, code: 'empty_ledger' });
    expect(await replayLedger(entries, published)).toMatchObject({ equal: false, code: 'head_differs' });
  });
});
