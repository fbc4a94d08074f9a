import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { readUntrusted } from '../index.ts';
import { signer } from '../testing/certified-home.ts';
import type { smallHome } from '../testing/small-home.ts';
import { topicId } from '../testing/topic-authors.ts';
import { collect, never, sequences, topicHome } from '../testing/topic-reading-support.ts';
import type { MessageView } from './message-view.ts';

describe('messages', () => {
  test('messages mark untrusted words and report their author’s signature', async () => {
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
    expect((await collect(topic.messages())).map(toText)).toEqual(['good']);
    expect(sequences(await collect(topic.ledger()))).toEqual([1, 2, 3]);
  });

  test('an accepted body without a JSON object is no message', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'said');
    const topic = await (await home.connect()).enterTopic(topicId);
    const [entry = never()] = await collect(topic.ledger({ after: 1 }));
    for (const text of ['no JSON', '[]', '"said"']) {
      const salt = entry.body?.salt ?? '';
      expect(await topic.message({ ...entry, body: { salt, text } })).toBeUndefined();
    }
    expect(await topic.message(entry)).toBeDefined();
  });

  test('report an author who saw another history', async () => {
    const { home, ledger } = await topicHome();
    ledger.say('bo', 'first');
    const topic = await (await home.connect()).enterTopic(topicId);
    const { ledger: head } = await topic.state();
    const seen = { sequence: head.sequence, hash: head.hash };
    ledger.isForging = true;
    ledger.say('bo', 'same', { seen });
    ledger.say('bo', 'other', { seen: { ...seen, hash: 'f'.repeat(64) } });
    const messages = await collect(topic.messages());
    expect(messages.map((message) => [toText(message), message.history])).toEqual([
      ['first', 'unknown'],
      ['same', 'agrees'],
      ['other', 'conflicts'],
    ]);
  });
});

const toText = (message: MessageView) => readUntrusted(message.text);

function cardWithKey(home: Awaited<ReturnType<typeof smallHome>>, publicKey: string): Uint8Array {
  const { cert: _, ...body } = JSON.parse(
    new TextDecoder().decode(home.certified.card('bo', 1)),
  ) as JsonObject;
  return home.certified.certify('agents/all/bo.json', 1, { ...body, agent_public_key: publicKey });
}
