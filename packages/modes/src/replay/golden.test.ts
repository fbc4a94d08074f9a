import { readFileSync } from 'node:fs';
import { canonicalJson, type JsonObject, type TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { modes } from '../registry/registry.ts';
import type { GoldenLedger } from '../testing/topics/golden-ledger.ts';
import { eraseEntry } from './erase-entry.ts';
import { type ReplayState, replayEntry } from './replay-topic.ts';

const at = '2026-11-22T00:00:00Z';

describe('the stored ledger', () => {
  it('stored ledgers of all mode versions replay equally', () => {
    for (const mode of modes) {
      const file = new URL(`../../golden/${mode.name}.v${mode.version}.json`, import.meta.url);
      const stored = JSON.parse(readFileSync(file, 'utf8')) as GoldenLedger;
      const end = stored.entries.reduce<ReplayState | undefined>(replayEntry, undefined);
      expect(canonicalJson(end?.state ?? {})).toBe(canonicalJson(stored.state));
      expect(end?.head.sequence).toBe(stored.entries.length);
    }
  });

  it('a ledger of any mode replays after an erasure', () => {
    for (const mode of modes) {
      const file = new URL(`../../golden/${mode.name}.v${mode.version}.json`, import.meta.url);
      const stored = JSON.parse(readFileSync(file, 'utf8')) as GoldenLedger;
      // Erases every entry, then every other one: the remaining entries are still judged from the state after the gaps.
      for (const step of [1, 2]) {
        const entries = erased(stored.entries, step);
        const end = entries.reduce<ReplayState | undefined>(replayEntry, undefined);
        expect(canonicalJson(end?.state ?? {}), mode.name).toBe(canonicalJson(stored.state));
        expect(end?.gaps.length, mode.name).toBeGreaterThan(10);
      }
    }
  });

  it.each(modes)('plays $name version $version with events', (mode) => {
    const file = new URL(`../../golden/${mode.name}.v${mode.version}.json`, import.meta.url);
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as GoldenLedger;
    const verdicts = new Set(entries.map(({ header }) => header.verdict.reason ?? header.verdict.outcome));
    expect([...verdicts]).toEqual(expect.arrayContaining(['accepted', 'malformed_json', 'not_a_reader']));
    expect(entries.filter(({ header }) => header.verdict.outcome === 'accepted').length).toBeGreaterThan(20);
  });
});

it('plays collab_roles version 2 with a reviewed summary', () => {
  const file = new URL('../../golden/collab_roles.v2.json', import.meta.url);
  const { entries, state } = JSON.parse(readFileSync(file, 'utf8')) as GoldenLedger;
  const handIn = entries.find(
    ({ header, body }) => header.verdict.outcome === 'accepted' && body?.text.includes('"hand_in"'),
  );
  expect(handIn?.header.input.type).toBe('admin');
  const { object_key, sha256 } = JSON.parse(handIn?.body?.text ?? '{}') as JsonObject;
  expect(state.deliverable).toEqual({ object_key, sha256, agent_id: null });
  expect(state).toMatchObject({ closed_reason: 'completed', review: { votes: 1 } });
});

function erased(entries: readonly TopicLedgerEntry[], step: number): TopicLedgerEntry[] {
  let before: ReplayState | undefined;
  return entries.map((entry) => {
    const after = replayEntry(before, entry);
    const around = before && { before, after };
    before = after;
    const isErased = entry.body && entry.header.input.agent_id && entry.sequence % step === 0;
    return isErased ? (eraseEntry(entry, around, at) as unknown as TopicLedgerEntry) : entry;
  });
}
