import { type JsonObject, objectKey } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { readUntrusted } from '../index.ts';
import { signer } from '../testing/certified-home.ts';
import { speakingHome } from '../testing/speaking-home.ts';
import { topicId } from '../testing/topic-authors.ts';
import type { MessageView } from './message-view.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const duel = { rounds_max: 1 };
const toText = (message: MessageView) => readUntrusted(message.text);

describe('messages that were sealed', () => {
  test('sealed messages appear as their author’s after the reveal', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel', duel);
    const judged = await topic.say('moon over water');
    ledger.say('bo', 'the moon again', {}, 'nobody');
    expect(await collect(topic.messages())).toEqual([]);
    ledger.deadline();
    const messages = await collect(topic.messages());
    expect(messages.map((message) => [toText(message), message.agentId, message.authorSignature])).toEqual([
      ['moon over water', 'ada', 'valid'],
      ['the moon again', 'bo', 'absent'],
    ]);
    expect(messages[0]).toMatchObject({
      sequence: 5,
      sealedSequence: judged.sequence,
      objectKey: judged.objectKey,
      messageId: 'round_000001',
    });
  });

  test('are verified against the author’s card only', async () => {
    const { home, ledger, topic } = await speakingHome('poetry_duel', duel);
    ledger.say('bo', 'mine');
    ledger.deadline();
    const stolen = { agent_public_key: signer(40).publicKey };
    home.bucket.objects.set('agents/all/bo.json', home.certified.card('bo', 1, undefined, stolen));
    expect((await collect(topic.messages())).map((message) => message.authorSignature)).toEqual(['invalid']);
  });

  test('a reveal of other words than the sealed is refused', async () => {
    const failures: string[] = [];
    const onVerificationFailure = ({ code, objectKey: key }: { code: string; objectKey: string }) =>
      failures.push(`${code} ${key}`);
    const { ledger, topic } = await speakingHome('poetry_duel', duel, { onVerificationFailure });
    ledger.say('bo', 'as sealed', {}, 'nobody');
    ledger.distort = (text) => text.replace('as sealed', 'as I like it');
    ledger.deadline();
    await expect(collect(topic.messages())).rejects.toMatchObject({ code: 'broken_chain' });
    expect(failures).toEqual([`broken_chain ${ledger.entryKey(4)}`]);
  });

  test('are refused where the entry they open comes later', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel', duel);
    ledger.say('bo', 'sealed', {}, 'nobody');
    ledger.deadline();
    const reveal = (await collect(topic.ledger())).find(({ header }) => header.input.type === 'reveal');
    if (!reveal?.body) throw new Error('nothing was revealed');
    const opens = (sequence: number) => {
      const text = JSON.stringify({ ...JSON.parse(reveal.body?.text ?? ''), sequence });
      return topic.message({ ...reveal, body: { salt: reveal.body?.salt ?? '', text } });
    };
    expect(await topic.message(reveal)).toMatchObject({ agentId: 'bo' });
    for (const sequence of [reveal.sequence, 99])
      await expect(opens(sequence)).rejects.toMatchObject({ code: 'broken_chain' });
  });

  test('are left out where they were ruled out when they were shown', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel', duel);
    ledger.say('bo', 'of another round', { meta: { round_id: 'round_000009' } });
    ledger.say('cy', 'of this round');
    ledger.deadline();
    expect((await collect(topic.messages())).map(toText)).toEqual(['of this round']);
  });

  test('votes and secrets that are revealed are no messages', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel', duel);
    for (const poet of ['ada', 'bo']) ledger.say(poet, `by ${poet}`);
    ledger.deadline();
    const place = { topic_id: topicId, agent_id: 'bo', message_id: 'round_000001' };
    expect(await topic.vote(objectKey('topic_message', place), 7)).toMatchObject({ outcome: 'accepted' });
    ledger.deadline();
    expect((await collect(topic.messages())).map(toText)).toEqual(['by ada', 'by bo']);
    expect(ledger.state.results).toMatchObject([{ winners: ['bo'] }]);
  });
});

describe('replay', () => {
  test('a ledger with reveals replays to the published state', async () => {
    const { ledger, topic } = await speakingHome('poetry_duel', duel);
    ledger.say('bo', 'one', {}, signer(40));
    for (const poet of ['ada', 'bo']) ledger.say(poet, `by ${poet}`);
    const target_object_key = objectKey('topic_message', {
      topic_id: topicId,
      agent_id: 'bo',
      message_id: 'round_000001',
    });
    ledger.deadline();
    ledger.request('ada', 'vote', { target_object_key, score: 7 });
    expect(await topic.replay()).toMatchObject({ equal: true, sequence: ledger.sequence });
    ledger.deadline();
    expect(ledger.state.status).toBe('closed');
    expect(await topic.replay()).toMatchObject({ equal: true, sequence: ledger.sequence });
  });

  test('a ledger with draws replays by its revealed secret', async () => {
    const rules: JsonObject = { pass_policy: 'random', max_passes: 4 };
    const { ledger, topic } = await speakingHome('drum_pass', rules);
    for (const drummer of ['ada', 'bo', 'cy']) ledger.request(drummer, 'queue_join');
    for (let beat = 0; beat < 4; beat++) ledger.say(ledger.mode.turn(ledger.state)?.agent_id ?? '', 'dum');
    expect(ledger.state.random_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await topic.replay()).toMatchObject({ equal: true, sequence: ledger.sequence });
  });
});
