import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectKey } from '@agent-home/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { topicId } from '../testing/topic-authors.ts';
import { collect, sequences, topicHome } from '../testing/topic-reading-support.ts';

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

  test('a rewritten history is refused, also after a restart', async () => {
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

  test('a state that ends before what was read is refused', async () => {
    const { home, ledger } = await topicHome();
    for (const text of ['one', 'two', 'three']) ledger.say('bo', text);
    const topic = await (await home.connect()).enterTopic(topicId);
    const entries = await collect(topic.ledger());
    const head = entries[2]?.header.previous ?? '';
    const key = objectKey('topic_state', { topic_id: topicId });
    const state = {
      kind: 'topic_state',
      schema_version: 1,
      topic_id: topicId,
      mode: ledger.mode.name,
      updated_at: '2026-03-01T12:00:00.000Z',
      ledger: { sequence: 2, head },
      state: ledger.state,
    };
    home.bucket.objects.set(key, home.certified.certify(key, 99, state));
    await expect(topic.state()).rejects.toMatchObject({
      code: 'broken_chain',
      objectKey: ledger.entryKey(3),
    });
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
