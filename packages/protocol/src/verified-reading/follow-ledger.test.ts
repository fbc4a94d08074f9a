import { describe, expect, it } from 'vitest';
import { bodyMatches, commitmentOf } from '../ledger/commitment.ts';
import { hashLedgerHeader, hashState, type LedgerHead } from '../ledger/ledger-chain.ts';
import type { TopicLedgerEntry } from '../schema/topic-ledger-entry.ts';
import { getCode } from '../testing/expect-code.ts';
import { encodeBase64Url } from '../text/base64url.ts';
import { followLedger } from './follow-ledger.ts';

const encoder = new TextEncoder();
const salt = new Uint8Array(32).fill(9);

/** Returns the chained entries 1 to `length`, each with a body. */
function ledger(length: number): TopicLedgerEntry[] {
  const entries: TopicLedgerEntry[] = [];
  let previous: string | undefined;
  for (let sequence = 1; sequence <= length; sequence++) {
    const text = `{"text":"line ${sequence} ü"}`;
    const header = {
      topic_id: 't1',
      sequence,
      ...(previous === undefined ? {} : { previous }),
      input: {
        type: 'message' as const,
        agent_id: 'ada',
        commitment: commitmentOf(salt, encoder.encode(text)),
      },
      context: { now: '2026-03-01T12:00:00.000Z' },
      verdict: { outcome: 'accepted' as const },
      state_sha256: 'ab'.repeat(32),
    };
    previous = hashLedgerHeader(header);
    const body = { salt: encodeBase64Url(salt), text };
    entries.push({
      kind: 'topic_ledger_entry',
      schema_version: 1,
      topic_id: 't1',
      sequence,
      header,
      body,
    } as TopicLedgerEntry);
  }
  return entries;
}

const follow = (entries: readonly TopicLedgerEntry[]) =>
  entries.reduce<LedgerHead | undefined>((head, entry) => followLedger(head, entry), undefined);
const codeFor = (entries: readonly TopicLedgerEntry[]) => getCode(() => follow(entries));
const changed = (index: number, change: (entry: TopicLedgerEntry) => void) => {
  const entries = structuredClone(ledger(4));
  const entry = entries[index];
  if (entry) change(entry);
  return entries;
};

describe('a ledger', () => {
  it('is followed from its first entry to its last', () => {
    expect(follow(ledger(4))?.sequence).toBe(4);
  });

  it('a ledger with missing, doubled or moved entries is refused', () => {
    const [a, b, c, d] = ledger(4);
    if (!a || !b || !c || !d) throw new Error('a ledger of four');
    for (const entries of [[b], [a, c], [a, a], [a, c, b], [a, b, d, c]]) {
      expect(codeFor(entries)).toBe('broken_chain');
    }
  });

  it('refuses a gap in the numbers despite a matching link', () => {
    const [first, second] = ledger(2);
    if (!first || !second) throw new Error('a ledger of two');
    const head = followLedger(undefined, first);
    const skipping = { ...second, sequence: 3, header: { ...second.header, sequence: 3 } };
    expect(getCode(() => followLedger(head, skipping))).toBe('broken_chain');
  });

  it('names states by their canonical JSON', () => {
    expect(hashState({ b: 1, a: 2 })).toBe(hashState({ a: 2, b: 1 }));
    expect(hashState({ b: 1, a: 2 })).toMatch(/^[0-9a-f]{64}$/);
    expect(hashState({ b: 1, a: 2 })).not.toBe(hashState({ a: 1, b: 2 }));
  });

  it('with a header changed anywhere is refused by the next entry', () => {
    expect(codeFor(changed(1, ({ header }) => Object.assign(header.verdict, { outcome: 'rejected' })))).toBe(
      'broken_chain',
    );
    expect(
      codeFor(changed(1, ({ header }) => Object.assign(header.context, { now: '2026-03-01T12:00:01.000Z' }))),
    ).toBe('broken_chain');
    expect(codeFor(changed(1, ({ header }) => Object.assign(header, { x_more: 1 })))).toBe('broken_chain');
  });

  it('whose first entry names one before it is refused', () => {
    expect(codeFor(changed(0, ({ header }) => Object.assign(header, { previous: 'ab'.repeat(32) })))).toBe(
      'broken_chain',
    );
  });

  it('whose header is another topic’s or another number’s is refused', () => {
    expect(codeFor(changed(0, (entry) => Object.assign(entry, { topic_id: 't2' })))).toBe('broken_chain');
    expect(codeFor(changed(1, (entry) => Object.assign(entry, { sequence: 3 })))).toBe('broken_chain');
  });

  it('a body that was not committed to is refused', () => {
    expect(codeFor(changed(1, ({ body }) => Object.assign(body ?? {}, { text: 'other' })))).toBe(
      'broken_chain',
    );
    expect(codeFor(changed(1, ({ body }) => Object.assign(body ?? {}, { salt: 'A'.repeat(43) })))).toBe(
      'broken_chain',
    );
    expect(codeFor(changed(3, ({ header }) => delete header.input.commitment))).toBe('broken_chain');
  });

  it('a ledger whose body was erased still holds together', () => {
    const entries = changed(1, (entry) => delete entry.body);
    expect(follow(entries)).toEqual(follow(ledger(4)));
  });

  it('a commitment binds salt and bytes', () => {
    const commitment = commitmentOf(salt, encoder.encode('ü'));
    expect(bodyMatches({ salt: encodeBase64Url(salt), text: 'ü' }, commitment)).toBe(true);
    expect(bodyMatches({ salt: encodeBase64Url(salt), text: 'u\u0308' }, commitment)).toBe(false);
    expect(bodyMatches({ salt: 'not base64!', text: 'ü' }, commitment)).toBe(false);
  });
});
