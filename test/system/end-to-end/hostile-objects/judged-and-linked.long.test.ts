import { randomBytes } from 'node:crypto';
import { type JsonObject, objectKey, signAuthored, signerOf } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { putArchived, putGzip, putMultipart, putSymlink } from '../../../support/hostile-writes.ts';
import { getLedger, judged, judgedAgain, published, verdictInFeed } from '../../../support/ledger.ts';
import { getId, json } from '../../../support/raw-agent.ts';
import { watchReads } from '../../../support/store-reads.ts';
import { bytes, put, raw, startTopicsHome, type TopicsHome, type Write } from './put-and-judge.ts';

let here: TopicsHome;
beforeAll(async () => {
  here = await startTopicsHome();
});
afterAll(() => here.home.close());

const toMessage = (key: string, extra: JsonObject = {}) =>
  here.ada.message('open', getId(key), 'hello', extra);

function padded(key: string, size: number): Buffer {
  const short = json(here.ada.message('open', getId(key), ''));
  return json(here.ada.message('open', getId(key), 'x'.repeat(size - short.length)));
}

describe('objects at an agent’s own key', () => {
  test.each<[what: string, reason: string, write: Write]>([
    // First case, because an object can only be appended to while the key is empty.
    ['an appendable object', 'not_plain', async (oss, key) => oss.append(key, json(toMessage(key)))],
    [
      'a symlink to a message of a private topic',
      'not_plain',
      (oss, key) => putSymlink(oss, key, here.secretKey),
    ],
    [
      'a symlink to the platform’s keys',
      'not_plain',
      (oss, key) => putSymlink(oss, key, 'platform/keys.json'),
    ],
    [
      'a symlink to the manifest of a private topic',
      'not_plain',
      (oss, key) => putSymlink(oss, key, 'topics/secret/manifest.json'),
    ],
    [
      'a symlink to what does not exist',
      'not_plain',
      (oss, key) => putSymlink(oss, key, 'topics/no-such/manifest.json'),
    ],
    ['a multipart object', 'put_in_parts', (oss, key) => putMultipart(oss, key, json(toMessage(key)))],
    ['an archived object', 'not_plain', (oss, key) => putArchived(oss, key, json(toMessage(key)))],
    ['a compressed object', 'content_encoding', (oss, key) => putGzip(oss, key, json(toMessage(key)))],
    ['one byte more than allowed', 'too_large', (oss, key) => oss.put(key, padded(key, 32_769))],
    ['an empty object', 'malformed_json', raw('')],
    ['text that is not JSON', 'malformed_json', raw('hello')],
    ['a list', 'malformed_json', raw('[1]')],
    ['a duplicate member', 'malformed_json', raw('{"kind":"topic_message","kind":"topic_request"}')],
    ['bytes that are not UTF-8', 'malformed_json', raw(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['JSON nested without end', 'malformed_json', raw('['.repeat(15_000))],
    ['an empty JSON object', 'invalid_schema', raw('{}')],
    ['another kind', 'invalid_schema', bytes((key) => here.ada.request('open', getId(key), 'queue_join'))],
    [
      'an unknown schema version',
      'unsupported_schema_version',
      bytes((key) => toMessage(key, { schema_version: 2 })),
    ],
    ['the id of another topic', 'wrong_ids', bytes((key) => here.ada.message('signed', getId(key), 'hello'))],
    ['the id of another message', 'wrong_ids', bytes(() => here.ada.message('open', '000099', 'hello'))],
    ['the name of another author', 'wrong_ids', bytes((key) => here.bo.message('open', getId(key), 'hello'))],
    [
      'a signature over other text',
      'bad_author_signature',
      bytes((key) => ({ ...toMessage(key), content: { text: 'other' } })),
    ],
    [
      'the signature of another key',
      'bad_author_signature',
      bytes((key) => {
        const { author_sig: _, ...message } = toMessage(key);
        return signAuthored(message, signerOf(randomBytes(32)));
      }),
    ],
  ])('%s: refused as %s', async (_what, reason, write) => {
    const { key, entry } = await put(here.home, here.ada, 'open', write);
    expect(entry).toMatchObject({ outcome: 'rejected', reason, agentId: 'ada' });
    expect(await verdictInFeed(here.ada, key)).toMatchObject({
      outcome: 'rejected',
      reason,
      sequence: entry.sequence,
    });
  });

  test('a refusal names the field and the fault', async () => {
    const told: [write: Write, field: string | undefined, detail: RegExp][] = [
      [raw('{"kind":"topic_message","kind":"x"}'), undefined, /^duplicate_key: /],
      [raw('{"a":'), undefined, /^syntax: .* at \d+/],
      [raw('[1]'), undefined, /no object/],
      [bytes((key) => toMessage(key, { created_at: 'yesterday' })), 'created_at', /./],
      [bytes((key) => ({ ...toMessage(key), content: { text: 7 } })), 'content.text', /string/],
      [bytes(() => here.ada.message('open', '000099', 'hello')), 'message_id', /key says otherwise/],
      [(oss, key) => putSymlink(oss, key, 'platform/keys.json'), undefined, /symlink/],
      [(oss, key) => putMultipart(oss, key, json(toMessage(key))), undefined, /in parts/],
      [(oss, key) => oss.put(key, padded(key, 32_769)), undefined, /32768/],
    ];
    for (const [write, field, detail] of told) {
      const { key, entry } = await put(here.home, here.ada, 'open', write);
      expect(entry.outcome).toBe('rejected');
      const place = objectKey('topic_ledger_entry', { topic_id: 'open', sequence: entry.sequence });
      const stored = await eventually(() =>
        here.home.open.platform.store.get(place, { maxBytes: 100_000, timeoutMs: 5_000 }),
      );
      const published = JSON.parse(new TextDecoder().decode(stored.bytes)) as { refusal?: JsonObject };
      expect(published.refusal).toEqual({
        ...(field ? { field } : {}),
        detail: expect.stringMatching(detail),
      });
      expect((await verdictInFeed(here.ada, key)).refusal).toEqual(published.refusal);
    }
  }, 60_000);

  test('an unsigned message is refused where signatures are required', async () => {
    const unsigned = (topicId: string) =>
      bytes((key) => {
        const { author_sig: _, ...message } = here.ada.message(topicId, getId(key), 'hello');
        return message;
      });
    const { entry } = await put(here.home, here.ada, 'signed', unsigned('signed'));
    expect(entry).toMatchObject({ outcome: 'rejected', reason: 'author_signature_required' });
  });

  test('a 64 MB object is refused without being read', async () => {
    const { credentials } = await here.ada.ask({ type: 'topic_message_write', topic_id: 'open' });
    const reads = watchReads(credentials[0]?.keys[0]?.key ?? '');
    const { entry, header } = await put(here.home, here.ada, 'open', (oss, key) =>
      oss.put(key, Buffer.alloc(64 * 1024 * 1024)),
    );
    reads.stop();
    expect(entry).toMatchObject({ outcome: 'rejected', reason: 'too_large', bodyText: null });
    expect(header.input.commitment).toBeUndefined();
    expect(reads.bytes()).toBeGreaterThan(0);
    // Bytes that arrive with the headers: more reads of the socket on a busy machine, a small part of the object on any.
    expect(reads.bytes()).toBeLessThan(2 * 1024 * 1024);
  });

  test('a message of exactly the size allowed is accepted', async () => {
    const { entry } = await put(here.home, here.ada, 'open', (oss, key) => oss.put(key, padded(key, 32_768)));
    expect(entry.outcome).toBe('accepted');
  });

  test('the topic continues for the others', async () => {
    expect(await judged(here.home, 'open', await here.bo.say('open', 'still here'))).toMatchObject({
      outcome: 'accepted',
    });
  });
});

describe('the target of a symlink', () => {
  test('nothing behind a symlink is published', async () => {
    await published(here.home);
    const { store } = here.home.open.platform;
    const told = JSON.stringify(await getLedger(here.home, 'open'));
    expect(told).not.toContain('swordfish');
    const { objects } = await store.list('topics/open/');
    expect(objects.length).toBeGreaterThan(20);
    for (const { key } of objects.filter(({ key }) => !key.includes('/messages/'))) {
      const { bytes: found } = await store.get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 });
      expect(Buffer.from(found).toString(), key).not.toContain('swordfish');
    }
  });

  test('its existence and time are not revealed', async () => {
    await here.home.stopWorker();
    const { oss, credential } = await here.ada.client({ type: 'topic_message_write', topic_id: 'open' });
    const [real, dangling] = credential.keys.map(({ key }) => key);
    if (!real || !dangling) throw new Error('two keys are needed');
    await putSymlink(oss, real, here.secretKey);
    await putSymlink(oss, dangling, 'topics/no-such/manifest.json');
    const { store } = here.home.open.platform;
    const linked = (await store.list(real, { limit: 1 })).objects[0]?.lastModified.getTime() ?? 0;
    const target = await eventually(async () => {
      await store.put(here.secretKey, json(here.bo.message('secret', '000001', here.secretWord)));
      const { lastModified } = await store.head(here.secretKey);
      if (lastModified.getTime() <= linked) throw new Error('the target is not younger than the link yet');
      return lastModified.getTime();
    });
    await here.home.startWorker();
    const headers = await Promise.all(
      [real, dangling].map(async (key) => {
        const { sequence } = await judgedAgain(here.home, 'open', key, 0);
        const rows = (await getLedger(here.home, 'open')).filter((row) => row.objectKey === key);
        const { context, verdict } = JSON.parse(rows.at(-1)?.header ?? '{}');
        expect(sequence).toBeGreaterThan(1);
        return { context, verdict };
      }),
    );
    const [ofReal, ofDangling] = headers;
    expect(Object.keys(ofReal?.context)).toEqual(Object.keys(ofDangling?.context));
    expect(ofReal?.verdict).toEqual(ofDangling?.verdict);
    expect(Date.parse(ofReal?.context.written_at)).toBeLessThan(target);
  });
});
