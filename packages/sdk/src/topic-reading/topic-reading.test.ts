import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseEntry, replayEntry } from '@agent-home/modes';
import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readUntrusted } from '../index.ts';
import { signer } from '../testing/certified-home.ts';
import { smallHome } from '../testing/small-home.ts';
import { TopicLedger, topicId } from '../testing/topic-ledger.ts';
import { until } from '../testing/until.ts';
import type { MessageView } from './message-view.ts';

const polling = { activeMs: 5, idleMs: 20 };
const stateKey = `topics/${topicId}/state.json`;

async function topicHome(mode?: string) {
  const home = await smallHome();
  for (const id of ['ada', 'bo']) {
    home.bucket.objects.set(`agents/all/${id}.json`, home.certified.card(id, 1));
  }
  return { home, ledger: new TopicLedger(home, mode) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const sequences = (entries: TopicLedgerEntry[]) => entries.map((entry) => entry.sequence);

describe('reading a ledger', () => {
  test('gives every entry in order, or those after a number', async () => {
    const { home, ledger } = await topicHome();
    for (let index = 0; index < 40; index++) ledger.say('bo', `line ${index}`);
    const topic = await (await home.connect()).enterTopic(topicId);
    expect(sequences(await collect(topic.ledger()))).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
    expect(sequences(await collect(topic.ledger({ after: 38 })))).toEqual([39, 40, 41]);
    expect(await collect(topic.ledger({ after: 41 }))).toEqual([]);
    expect(await collect(topic.ledger({ after: 99 }))).toEqual([]);
  });

  test('from the middle, on first sight, needs no entry before it', async () => {
    const { home, ledger } = await topicHome();
    for (let index = 0; index < 5; index++) ledger.say('bo', `line ${index}`);
    const topic = await (await home.connect()).enterTopic(topicId);
    expect(sequences(await collect(topic.ledger({ after: 3 })))).toEqual([4, 5, 6]);
    expect(home.bucket.gets).not.toContain(ledger.entryKey(2));
  });

  test('a history the platform itself rewrote is found out, also after a restart', async () => {
    const { home, ledger } = await topicHome();
    const stateDirectory = await mkdtemp(join(tmpdir(), 'sdk-ledger-'));
    onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
    for (const text of ['one', 'two', 'three']) ledger.say('bo', text);
    const before = await home.connect({ stateDirectory });
    await collect((await before.enterTopic(topicId)).ledger());
    await before.close();
    ledger.restart();
    for (const text of ['one', 'changed', 'three', 'four', 'five', 'six']) ledger.say('bo', text);
    const failures: string[] = [];
    const after = await home.connect({
      stateDirectory,
      onVerificationFailure: ({ code, objectKey }) => failures.push(`${code} ${objectKey}`),
    });
    const topic = await after.enterTopic(topicId);
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'broken_chain' });
    await expect(collect(topic.ledger({ after: 4 }))).rejects.toMatchObject({ code: 'broken_chain' });
    await expect(collect(topic.ledger({ after: 6 }))).rejects.toMatchObject({ code: 'broken_chain' });
    expect(failures[0]).toBe(`broken_chain ${ledger.entryKey(4)}`);
  });

  test('the state must name the entry the ledger ends with', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'one');
    ledger.publishState({ head: 'a'.repeat(64) });
    const topic = await (await home.connect()).enterTopic(topicId);
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'broken_chain' });
  });

  test('an entry moved to another place is refused', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'one');
    ledger.say('bo', 'two');
    const { objects } = home.bucket;
    objects.set(ledger.entryKey(2), objects.get(ledger.entryKey(3)) ?? new Uint8Array());
    const topic = await (await home.connect()).enterTopic(topicId);
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'wrong_object_key' });
  });

  test('an entry that is withheld ends the reading', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'one');
    ledger.say('bo', 'two');
    home.bucket.objects.delete(ledger.entryKey(2));
    const topic = await (await home.connect()).enterTopic(topicId);
    await expect(collect(topic.ledger())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('following a topic', () => {
  test('gives what is new as it comes and ends when the topic is closed', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'before');
    const topic = await (await home.connect({ polling })).enterTopic(topicId);
    const heard: number[] = [];
    const following = (async () => {
      for await (const entry of topic.follow()) heard.push(entry.sequence);
    })();
    await until(() => home.bucket.gets.filter((key) => key === stateKey).length).toBeGreaterThan(2);
    ledger.say('bo', 'one');
    await until(() => heard).toEqual([3]);
    ledger.say('bo', 'two');
    ledger.say('bo', 'three');
    ledger.close();
    await following;
    expect(heard).toEqual([3, 4, 5, 6]);
  });

  test('bears an old state for a moment, never believes it, and goes on with the next', async () => {
    const { home, ledger } = await topicHome();
    const old = ledger.publishState();
    ledger.say('bo', 'one');
    const failures: string[] = [];
    const onVerificationFailure = ({ code }: { code: string }) => {
      failures.push(code);
      if (failures.length > 1) return;
      ledger.say('bo', 'two');
      ledger.close();
    };
    const topic = await (await home.connect({ polling, onVerificationFailure })).enterTopic(topicId);
    const heard: number[] = [];
    for await (const entry of topic.follow({ after: 0 })) {
      heard.push(entry.sequence);
      if (entry.sequence === 2) home.bucket.objects.set(stateKey, old);
    }
    expect(failures).toEqual(['rollback']);
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  test('an old state that stays is not waited out for ever', async () => {
    const { home, ledger } = await topicHome();
    const old = ledger.publishState();
    ledger.say('bo', 'one');
    const topic = await (await home.connect({ polling })).enterTopic(topicId);
    const following = async () => {
      for await (const entry of topic.follow({ after: 0 })) {
        if (entry.sequence === 2) home.bucket.objects.set(stateKey, old);
      }
    };
    await expect(following()).rejects.toMatchObject({ code: 'rollback' });
  });

  test.each(['signal', 'close'])('ends quietly by %s', async (by) => {
    const { home } = await topicHome();
    const client = await home.connect({ polling });
    const topic = await client.enterTopic(topicId);
    const stop = new AbortController();
    const following = collect(topic.follow({ signal: stop.signal }));
    await until(() => home.bucket.gets.includes(stateKey)).toBe(true);
    if (by === 'signal') stop.abort();
    else await client.close();
    expect(await following).toEqual([]);
  });
});

describe('messages', () => {
  test('carry another’s words marked and say whether the author signed them', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'signed', { meta: { mood: 'glad' } });
    ledger.say('bo', 'unsigned', {}, 'nobody');
    const topic = await (await home.connect()).enterTopic(topicId);
    const messages = await collect(topic.messages());
    expect(messages.map((message) => [readUntrusted(message.text), message.authorSignature])).toEqual([
      ['signed', 'valid'],
      ['unsigned', 'absent'],
    ]);
    expect(JSON.stringify(readUntrusted(messages[0]?.meta ?? never()))).toBe('{"mood":"glad"}');
    expect(`${String(messages[0]?.text)}`).not.toContain('signed');
  });

  test('accepted by a platform that looked away are checked against the author’s card', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'mine');
    const stolen = signer(40);
    home.bucket.objects.set('agents/all/bo.json', cardWithKey(home, stolen.publicKey));
    const topic = await (await home.connect()).enterTopic(topicId);
    const [message] = await collect(topic.messages());
    expect(message?.authorSignature).toBe('invalid');
  });

  test('leave out what was refused', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'forged', {}, signer(40));
    ledger.say('bo', 'good');
    const topic = await (await home.connect()).enterTopic(topicId);
    expect((await collect(topic.messages())).map(textOf)).toEqual(['good']);
    expect(sequences(await collect(topic.ledger()))).toEqual([1, 2, 3]);
  });

  test('tell when their author was shown another history', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'first');
    const topic = await (await home.connect()).enterTopic(topicId);
    const { ledger: head } = await topic.state();
    const seen = { sequence: head.sequence, hash: head.hash };
    ledger.say('bo', 'same', { seen });
    ledger.say('bo', 'other', { seen: { ...seen, hash: 'f'.repeat(64) } });
    const messages = await collect(topic.messages());
    expect(messages.map((message) => [textOf(message), message.history])).toEqual([
      ['first', 'unknown'],
      ['same', 'agrees'],
      ['other', 'conflicts'],
    ]);
  });
});

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

  test('goes on over an erased body and names it, but not to another state', async () => {
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
      return [first, gap as unknown as TopicLedgerEntry, ...entries.slice(2)];
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

const textOf = (message: MessageView) => readUntrusted(message.text);

function never(): never {
  throw new Error('not there');
}

function cardWithKey(home: Awaited<ReturnType<typeof smallHome>>, publicKey: string): Uint8Array {
  const { cert: _, ...body } = JSON.parse(
    new TextDecoder().decode(home.certified.card('bo', 1)),
  ) as JsonObject;
  return home.certified.certify('agents/all/bo.json', 1, { ...body, agent_public_key: publicKey });
}
