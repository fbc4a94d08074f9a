import { describe, expect, it } from 'vitest';
import { defaultMaxObjectBytes } from '../cert/candidate.ts';
import { certify } from '../cert/certify.ts';
import { verifyCertified } from '../cert/verify.ts';
import { objectKey } from '../keys/object-key.ts';
import type { TopicLedgerPack } from '../schema/topic-ledger-pack.ts';
import { getCode } from '../testing/expect-code.ts';
import { issuedAt, issuer, registrySigner, trust } from '../testing/home.ts';
import { entriesThatFit, firstOfPack, openLedgerPack, packBody } from './ledger-pack.ts';

const pack = (first: number, texts: string[]) => packBody('t1', first, texts) as unknown as TopicLedgerPack;

describe('a pack of a ledger', () => {
  it('begins at 1, 257, 513 and so on', () => {
    expect([1, 2, 256, 257, 512, 513].map(firstOfPack)).toEqual([1, 1, 1, 257, 257, 513]);
  });

  it('gives each text under the number of its entry', () => {
    expect([...openLedgerPack(pack(257, ['a', 'b']))]).toEqual([
      [257, 'a'],
      [258, 'b'],
    ]);
  });

  it('a pack whose numbers contradict its entries is refused', () => {
    const good = pack(255, ['a', 'b']);
    const codeOfPack = (changes: object) => getCode(() => openLedgerPack({ ...good, ...changes }));
    expect(codeOfPack({})).toBe('accepted');
    expect(codeOfPack({ last_sequence: 255 })).toBe('invalid_schema');
    expect(codeOfPack({ entries: ['a'] })).toBe('invalid_schema');
    expect(codeOfPack({ entries: ['a', 'b', 'c'], last_sequence: 257 })).toBe('invalid_schema');
  });

  it('every entry that can be certified fits into a pack', () => {
    const largest = '"'.repeat(defaultMaxObjectBytes);
    expect(entriesThatFit([largest, largest])).toBe(1);
    const key = objectKey('topic_ledger_pack', { topic_id: 't1', sequence: 1 });
    const signing = { signer: registrySigner, issuer, objectKey: key, version: 1, issuedAt };
    const { bytes } = certify(packBody('t1', 1, [largest]), signing);
    const request = { bytes, objectKey: key, kind: 'topic_ledger_pack' as const, trust, now: issuedAt };
    expect(verifyCertified({ ...request, seen: undefined }).object.entries).toEqual([largest]);
  });
});
