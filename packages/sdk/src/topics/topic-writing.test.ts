import { ObjectStoreError } from '@agent-home/object-store/agent';
import {
  canonicalJsonBytes,
  checkAuthorSignature,
  decodeBase64Url,
  type JsonObject,
} from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { authors, toMessage } from '../testing/topic-authors.ts';
import { writingHome } from '../testing/topic-writing-support.ts';

function documentAt(home: { bucket: { objects: Map<string, Uint8Array> } }, key: string): JsonObject {
  return JSON.parse(new TextDecoder().decode(home.bucket.objects.get(key))) as JsonObject;
}

describe('saying something', () => {
  test('puts a signed message and returns its verdict', async () => {
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

  test('several at once are written in order at separate keys', async () => {
    const { topic } = await writingHome();
    const judged = await Promise.all(['a', 'b', 'c'].map((text) => topic.say(text)));
    expect(judged.map((one) => one.objectKey.slice(-11))).toEqual([
      '000001.json',
      '000002.json',
      '000003.json',
    ]);
  });

  test('repeats a message if an earlier write was judged', async () => {
    const { home, ledger, topic } = await writingHome();
    let isFirst = true;
    home.bucket.afterPut = (key, bytes) => {
      const judged = isFirst ? canonicalJsonBytes(toMessage(key, 'from before the crash')) : bytes;
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

  test('an unjudged message ends with a timeout', async () => {
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
});
