import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import { testSigner } from '../testing/signers.ts';
import { decodeBase64Url } from '../text/base64url.ts';
import { checkAuthorSignature, checkAuthorSignatureLater, signAuthored } from './author-signature.ts';

const ada = testSigner('ada');
const publicKeyOf = (name: string) => decodeBase64Url(testSigner(name).publicKey) ?? new Uint8Array();
const message: JsonObject = {
  kind: 'topic_message',
  schema_version: 1,
  topic_id: 't1',
  message_id: '000001',
  agent_id: 'ada',
  created_at: '2026-03-01T12:00:00.000Z',
  content: { text: 'Hello' },
  seen: { sequence: 4, hash: 'ab'.repeat(32) },
};
const signed = signAuthored(message, ada);
const check = (document: JsonObject, name = 'ada') => checkAuthorSignature(document, publicKeyOf(name));

describe('an author’s signature', () => {
  it('holds for the document it was made for and its author’s key', () => {
    expect(check(signed)).toBe('valid');
    expect(check(signed, 'bo')).toBe('invalid');
    expect(check(message)).toBe('absent');
  });

  it('verifies equally outside of the thread', async () => {
    const later = (document: JsonObject, name = 'ada') =>
      checkAuthorSignatureLater(document, publicKeyOf(name));
    expect(await later(signed)).toBe('valid');
    expect(await later(signed, 'bo')).toBe('invalid');
    expect(await later({ ...signed, message_id: '000002' })).toBe('invalid');
    expect(await later(message)).toBe('absent');
  });

  it('an author’s signature covers topic, message id, text and seen', () => {
    const changes: JsonObject[] = [
      { topic_id: 't2' },
      { message_id: '000002' },
      { agent_id: 'bo' },
      { content: { text: 'Hallo' } },
      { seen: { sequence: 4, hash: 'cd'.repeat(32) } },
      { seen: { sequence: 5, hash: 'ab'.repeat(32) } },
      { kind: 'topic_request' },
      { x_more: 1 },
    ];
    for (const change of changes)
      expect([change, check({ ...signed, ...change })]).toEqual([change, 'invalid']);
    const { seen: _, ...unseen } = signed;
    expect(check(unseen)).toBe('invalid');
  });

  it('a signature of one document fails for another', () => {
    const other = signAuthored({ ...message, message_id: '000002' }, ada);
    expect(check({ ...signed, author_sig: other.author_sig ?? null })).toBe('invalid');
  });

  it('a broken author’s signature is invalid, never absent', () => {
    const block = signed.author_sig as JsonObject;
    const broken = [
      null,
      '',
      'x',
      [],
      {},
      { ...block, alg: 'none' },
      { ...block, key_id: testSigner('bo').keyId },
      { ...block, signature: 'A'.repeat(86) },
      { ...block, signature: `${String(block.signature)}=` },
    ];
    for (const author_sig of broken) expect(check({ ...signed, author_sig })).toBe('invalid');
  });

  it('can be made again over a document that already has one', () => {
    expect(check(signAuthored(signAuthored(message, testSigner('bo')), ada))).toBe('valid');
  });
});
