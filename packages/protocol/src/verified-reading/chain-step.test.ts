import { describe, expect, it } from 'vitest';
import { commitmentOf } from '../ledger/commitment.ts';
import { hashLedgerHeader } from '../ledger/ledger-chain.ts';
import type { TopicLedgerEntry } from '../schema/topic-ledger-entry.ts';
import { encodeBase64Url } from '../text/base64url.ts';
import { chainStep, contradiction, missingEntry, type PassedHead, recertifiedFinding } from './chain-step.ts';
import { compareState } from './compare-state.ts';
import { refusalOf } from './reading-finding.ts';
import { publicKeyBytes, recordedAuthorKey } from './recorded-author-key.ts';

const salt = new Uint8Array(32).fill(9);
const other = 'ab'.repeat(32);

function toEntry(sequence: number, previous?: string): TopicLedgerEntry {
  const text = `{"text":"line ${sequence}"}`;
  const commitment = commitmentOf(salt, new TextEncoder().encode(text));
  const header = {
    topic_id: 't1',
    sequence,
    ...(previous === undefined ? {} : { previous }),
    input: { type: 'message', agent_id: 'ada', commitment },
    context: { now: '2026-03-01T12:00:00.000Z', author: { public_key: encodeBase64Url(salt), unknown: 1 } },
    verdict: { outcome: 'accepted' },
    state_sha256: other,
  };
  return {
    topic_id: 't1',
    sequence,
    header,
    body: { salt: encodeBase64Url(salt), text },
  } as unknown as TopicLedgerEntry;
}

function ledger(length: number): TopicLedgerEntry[] {
  const entries: TopicLedgerEntry[] = [];
  for (let sequence = 1; sequence <= length; sequence++) {
    const before = entries.at(-1);
    entries.push(toEntry(sequence, before && hashLedgerHeader(before.header)));
  }
  return entries;
}

/** Returns the codes of all findings with their entries, for a reader that continues after each. */
function collectFindings(entries: readonly TopicLedgerEntry[]): string[] {
  let head: PassedHead | undefined;
  return entries.flatMap((entry) => {
    const step = chainStep(head, entry);
    head = step.head;
    return step.findings.map(({ code, sequence }) => `${code} ${sequence}`);
  });
}

const changed = (index: number, change: (entry: TopicLedgerEntry) => void) => {
  const entries = structuredClone(ledger(4));
  const entry = entries[index];
  if (entry) change(entry);
  return entries;
};

describe('a step along the chain', () => {
  it('finds nothing in an honest ledger', () => {
    expect(collectFindings(ledger(4))).toEqual([]);
    expect(collectFindings(changed(1, (entry) => delete entry.body))).toEqual([]);
  });

  it('continues after a fault and finds the next', () => {
    const entries = changed(1, ({ body }) => Object.assign(body ?? {}, { text: 'other' }));
    const last = entries[3];
    if (last) last.header.previous = other;
    expect(collectFindings(entries)).toEqual(['body_differs 2', 'broken_chain 4']);
  });

  it('blames a changed header on the entry that follows', () => {
    const entries = changed(1, ({ header }) => Object.assign(header, { x_more: 1 }));
    expect(collectFindings(entries)).toEqual(['broken_chain 3']);
  });

  it('knows no link after an entry that cannot be read', () => {
    const [, , third] = ledger(3);
    if (!third) throw new Error('a ledger of three');
    expect(chainStep({ sequence: 2, hash: undefined }, third).findings).toEqual([]);
    expect(chainStep({ sequence: 1, hash: undefined }, third).findings).toMatchObject([
      { code: 'broken_chain' },
    ]);
  });
});

describe('knowledge of a place', () => {
  it('contradicts another hash at that place alone', () => {
    const head = { sequence: 3, hash: other };
    const known = { sequence: 3, hash: 'cd'.repeat(32) };
    expect(contradiction(head, { seen: known, named: known })?.code).toBe('history_changed');
    expect(contradiction(head, { named: known })?.code).toBe('head_mismatch');
    expect(contradiction(head, { seen: head, named: { ...known, sequence: 4 } })).toBeUndefined();
    expect(contradiction({ sequence: 3, hash: undefined }, { seen: known })).toBeUndefined();
  });

  it('binds an entry that is certified again', () => {
    const entry = toEntry(1);
    const hash = hashLedgerHeader(entry.header);
    const erased = { ...entry };
    delete erased.body;
    const reworded = { ...entry, body: { salt: encodeBase64Url(salt), text: 'other' } };
    expect([erased, reworded].map((one) => recertifiedFinding(one, hash)?.code)).toEqual([
      undefined,
      'body_differs',
    ]);
    expect(recertifiedFinding(entry, other)?.code).toBe('history_changed');
    expect(recertifiedFinding(entry, undefined)).toBeUndefined();
  });

  it('finds the first missing entry of a ledger', () => {
    expect(missingEntry(4, [undefined, 4, 0])).toBeUndefined();
    expect(missingEntry(4, [5, 9, undefined])).toMatchObject({ code: 'truncated_ledger', sequence: 5 });
  });
});

describe('a certified state', () => {
  const named = { ledger: { sequence: 4, hash: other }, state: { b: 1, a: 2 } };

  it('differs by its entry, then by its content', () => {
    expect(compareState(named, { hash: other, state: { a: 2, b: 1 } })).toBeUndefined();
    expect(compareState(named, { hash: undefined, state: undefined })).toBeUndefined();
    expect(compareState(named, { hash: other, state: {} })?.code).toBe('state_differs');
    expect(compareState(named, { hash: 'cd'.repeat(32), state: {} })?.code).toBe('head_mismatch');
  });
});

describe('a finding', () => {
  it('is refused with the code of its kind', () => {
    const codeFor = (code: 'body_differs' | 'forked_history') =>
      refusalOf({ code, sequence: 1, detail: 'is false' }, 'k').code;
    expect([codeFor('body_differs'), codeFor('forked_history')]).toEqual(['broken_chain', 'forked_history']);
  });
});

describe('the recorded key of an author', () => {
  it('is read next to facts that are unknown here', () => {
    const entry = toEntry(1);
    expect(publicKeyBytes(recordedAuthorKey(entry))).toEqual(salt);
    for (const author of [undefined, null, 'ada', {}, { public_key: 1 }]) {
      Object.assign(entry.header.context, { author });
      expect(recordedAuthorKey(entry)).toBeUndefined();
    }
    expect(['AA', 'not base64!', undefined].map(publicKeyBytes)).toEqual([undefined, undefined, undefined]);
  });
});
