import { ObjectStoreError } from '@agent-home/object-store';
import {
  canonicalJsonBytes,
  checkAuthorSignature,
  decodeBase64Url,
  type JsonObject,
} from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import type { Reply } from '../testing/small-api.ts';
import { credentialAnswer, smallHome } from '../testing/small-home.ts';
import { authors, messageOf, TopicLedger, topicId } from '../testing/topic-ledger.ts';

const polling = { activeMs: 5, idleMs: 20 };

interface Plan {
  /** What the home answers to a request for a write credential; by default the next key is granted. */
  grantWrite?: (ledger: TopicLedger) => Reply;
  mode?: string;
}

/** A home that judges what is put, at once, unless the test says otherwise. */
async function writingHome(plan: Plan = {}) {
  let ledger: TopicLedger | undefined;
  const asked: string[] = [];
  const home = await smallHome((received) => {
    if (received.path !== '/v1/credentials' || !ledger) return undefined;
    const { grants } = JSON.parse(received.body) as { grants: { type: string }[] };
    const [grant] = grants;
    if (!grant?.type.endsWith('_write')) return undefined;
    asked.push(grant.type);
    if (plan.grantWrite) return plan.grantWrite(ledger);
    return { body: credentialAnswer(grants, start, {}, 900, ledger.nextKeys('ada')) };
  });
  ledger = new TopicLedger(home, plan.mode);
  home.bucket.afterPut = (key, bytes) => void ledger?.judge(key, bytes);
  const client = await home.connect({ polling });
  const topic = await client.enterTopic(topicId);
  return { home, ledger, topic, asked };
}

function documentAt(home: { bucket: { objects: Map<string, Uint8Array> } }, key: string): JsonObject {
  return JSON.parse(new TextDecoder().decode(home.bucket.objects.get(key))) as JsonObject;
}

describe('saying something', () => {
  test('puts a signed message that names what its author had read, and tells the verdict', async () => {
    const { home, ledger, topic } = await writingHome();
    ledger.say('bo', 'hello');
    const before = await topic.state();
    const judged = await topic.say('你好', { meta: { mood: 'glad' }, format: 'text/plain' });
    expect(judged).toMatchObject({ outcome: 'accepted', sequence: 3 });
    const document = documentAt(home, judged.objectKey);
    expect(document).toMatchObject({
      kind: 'topic_message',
      agent_id: 'ada',
      message_id: '000001',
      content: { text: '你好', format: 'text/plain' },
      meta: { mood: 'glad' },
      seen: before.ledger,
    });
    const publicKey = decodeBase64Url(authors.ada?.publicKey ?? '') ?? new Uint8Array();
    expect(checkAuthorSignature(document, publicKey)).toBe('valid');
  });

  test('several at once come one after the other, each at a key of its own', async () => {
    const { topic } = await writingHome();
    const judged = await Promise.all(['a', 'b', 'c'].map((text) => topic.say(text)));
    expect(judged.map((one) => one.objectKey.slice(-11))).toEqual([
      '000001.json',
      '000002.json',
      '000003.json',
    ]);
  });

  test('is said anew when an earlier, forgotten write was judged at the key', async () => {
    const { home, ledger, topic } = await writingHome();
    let isFirst = true;
    home.bucket.afterPut = (key, bytes) => {
      const judged = isFirst ? canonicalJsonBytes(messageOf(key, 'from before the crash')) : bytes;
      isFirst = false;
      ledger.judge(key, judged);
    };
    const judged = await topic.say('now');
    expect(judged).toMatchObject({ outcome: 'accepted', sequence: 3 });
    expect(documentAt(home, judged.objectKey).content).toEqual({ text: 'now' });
  });

  test('is found in the ledger although the put had no certain end', async () => {
    const { home, ledger, topic } = await writingHome();
    home.bucket.afterPut = (key, bytes) => {
      ledger.judge(key, bytes);
      throw new ObjectStoreError('timeout', 'no answer');
    };
    expect(await topic.say('perhaps')).toMatchObject({ outcome: 'accepted' });
  });

  test('that nobody judges ends in time and says so', async () => {
    const { home, topic } = await writingHome();
    home.bucket.afterPut = () => {};
    const saying = topic.say('anybody?', { judgeTimeoutSeconds: 0.1 });
    await expect(saying).rejects.toMatchObject({ name: 'TopicError', code: 'not_judged_in_time' });
  });

  test('ends with the signal’s reason', async () => {
    const { home, topic } = await writingHome();
    const stop = new AbortController();
    home.bucket.afterPut = () => stop.abort(new Error('enough'));
    await expect(topic.say('…', { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('rejected is an error with the reason, or an outcome for who asks for one', async () => {
    const { ledger, topic } = await writingHome();
    ledger.close();
    await expect(topic.say('too late')).rejects.toMatchObject({
      name: 'InputRejectedError',
      code: 'topic_closed',
      outcome: 'rejected',
    });
    expect(await topic.say('too late', { throwOnRejection: false })).toMatchObject({
      outcome: 'rejected',
      reason: 'topic_closed',
    });
  });

  test('denied is an error with the home’s code, and nothing is put', async () => {
    const grant = { type: 'topic_message_write', topic_id: topicId };
    const denied = [{ grant, code: 'not_your_turn', message: 'wait' }];
    const { home, topic } = await writingHome({
      grantWrite: () => ({ body: { ...credentialAnswer([], start), denied } }),
    });
    await expect(topic.say('me!')).rejects.toMatchObject({
      name: 'AccessDeniedError',
      code: 'not_your_turn',
    });
    expect(home.bucket.puts).toEqual([]);
  });

  test.each([
    ['another agent’s place', `topics/${topicId}/messages/bo/000001.json`],
    ['another topic', 'topics/t2/messages/ada/000001.json'],
    ['a platform object', 'agents/all/ada.json'],
  ])('is never signed for %s, whatever key the home names', async (_, key) => {
    const grant = { type: 'topic_message_write', topic_id: topicId };
    const { home, topic } = await writingHome({
      grantWrite: () => ({ body: credentialAnswer([grant], start, {}, 900, [key]) }),
    });
    await expect(topic.say('hello')).rejects.toMatchObject({ code: 'bad_answer' });
    expect(home.bucket.puts).toEqual([]);
  });

  test('nothing, or what is not JSON, is refused before anything is sent', async () => {
    const { home, topic } = await writingHome();
    await expect(topic.say('')).rejects.toMatchObject({ name: 'TopicError', code: 'invalid_input' });
    const lone = topic.say('\ud800');
    await expect(lone).rejects.toMatchObject({ code: 'invalid_input' });
    expect(home.bucket.puts).toEqual([]);
  });

  test('a topic of a mode this SDK does not know is read-only', async () => {
    const { home, ledger } = await writingHome();
    ledger.publishManifest('séance', 3);
    const client = await home.connect({ polling });
    const topic = await client.enterTopic(topicId);
    expect((await topic.state()).ledger.sequence).toBe(1);
    const before = home.api.received.length;
    await expect(topic.say('hello')).rejects.toMatchObject({ code: 'mode_not_supported' });
    await expect(topic.request('queue_join')).rejects.toMatchObject({ code: 'mode_not_supported' });
    expect(home.api.received).toHaveLength(before);
  });

  test('a mode without turns has none to wait for', async () => {
    const { topic } = await writingHome();
    await expect(topic.waitForTurn()).rejects.toMatchObject({ name: 'TopicError', code: 'no_turns' });
  });
});
