import { canonicalJson, hashState, type JsonObject, type TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { rechained } from '../testing/topics/ledger.ts';
import { eraseEntry } from './erase-entry.ts';
import { type ReplayState, replayEntry } from './replay-topic.ts';
import { conversation, replay, rewritten, toError } from './testing/conversation.ts';

describe('a replay over erased bodies', () => {
  /** Erases entries like the platform: header and chain stay, and the resulting state replaces the body. */
  function erased(entries: readonly TopicLedgerEntry[], ...sequences: number[]): TopicLedgerEntry[] {
    let before: ReplayState | undefined;
    return entries.map((entry) => {
      const after = replayEntry(before, entry);
      const around = before && { before, after };
      before = after;
      const isErased = sequences.includes(entry.sequence);
      return isErased
        ? (eraseEntry(entry, around, '2026-11-22T00:00:00Z') as unknown as TopicLedgerEntry)
        : entry;
    });
  }
  const forged = (index: number, fields: JsonObject): TopicLedgerEntry[] => {
    const entries = erased(conversation().entries, index + 1);
    const entry = entries[index];
    if (!entry) throw new Error('no such entry');
    entries[index] = { ...entry, erased: { ...entry.erased, ...fields } as never };
    return entries;
  };

  it('a replay continues over erased bodies to the same state', () => {
    const ledger = conversation();
    const end = replay(erased(ledger.entries, 2, 4, 7));
    expect(end?.gaps).toEqual([2, 4, 7]);
    expect(canonicalJson(end?.state ?? {})).toBe(canonicalJson(ledger.state));
    expect(replay(ledger.entries)?.gaps).toEqual([]);
  });

  it('all inputs of agents can be erased at once', () => {
    const ledger = conversation();
    const all = ledger.entries.filter(({ header }) => header.input.agent_id).map(({ sequence }) => sequence);
    const once = erased(ledger.entries, ...all);
    expect(JSON.stringify(once.map(({ body }) => body))).not.toContain('你好');
    expect(canonicalJson(replay(once)?.state ?? {})).toBe(canonicalJson(ledger.state));
    expect(toError(erased(once, ...all))).toBe('replayed');
  });

  it('an erased entry says where it led only where it led somewhere', () => {
    const { entries } = conversation();
    const at = '2026-11-22T00:00:00Z';
    const all = erased(entries, ...entries.slice(1).map(({ sequence }) => sequence));
    const changes = entries.map(
      ({ header }, index) => header.state_sha256 !== entries[index - 1]?.header.state_sha256,
    );
    expect(new Set(changes.slice(1))).toEqual(new Set([true, false]));
    for (const [index, entry] of all.entries()) {
      if (index === 0) continue;
      if (!changes[index]) expect(entry.erased).toEqual({ at });
      else expect(entry.erased).toMatchObject({ at, state: expect.anything() });
      expect(entry.erased?.records).not.toEqual({});
    }
  });

  it('a gap with another state than the chain’s is found', () => {
    expect(toError(forged(3, { state: conversation().state }))).toBe('state_differs at 4');
    expect(toError(forged(3, { state: { status: 'open' } }))).toBe('state_differs at 4');
  });

  it('a gap rechained to an impossible state is found', () => {
    const state = { status: 'open' };
    const entries = forged(3, { state });
    const entry = entries[3] as TopicLedgerEntry;
    entries[3] = { ...entry, header: { ...entry.header, state_sha256: hashState(state) } };
    expect(toError(rechained(entries))).toBe('state_differs at 4');
  });

  it('an erased refusal that names another state is found', () => {
    const { state } = conversation();
    const entries = forged(6, { state: { ...state, status: 'closed' } });
    const entry = entries[6] as TopicLedgerEntry;
    const state_sha256 = hashState({ ...state, status: 'closed' });
    entries[6] = { ...entry, header: { ...entry.header, state_sha256 } };
    expect(toError(rechained(entries))).toBe('state_differs at 7');
  });

  it('inputs of the platform itself cannot be erased', () => {
    expect(toError(erased(conversation().entries, 6))).toBe('state_differs at 6');
    expect(toError(erased(conversation().entries, 1))).toBe('bad_start at 1');
  });

  it('an entry with a body is judged despite an erasure', () => {
    const state = { ...conversation().state, status: 'closed' };
    const changed = rewritten(3, (entry) => {
      entry.erased = { at: '2026-11-22T00:00:00Z', state } as never;
      entry.header.state_sha256 = hashState(state);
    });
    expect(toError(changed)).toBe('state_differs at 4');
  });
});
