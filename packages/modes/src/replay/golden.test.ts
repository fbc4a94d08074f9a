import { readFileSync } from 'node:fs';
import { canonicalJson } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { modes } from '../registry.ts';
import type { GoldenLedger } from '../testing/golden-ledger.ts';
import { type ReplayState, replayEntry } from './replay-topic.ts';

describe('the stored ledger', () => {
  it('the stored ledger of every mode version replays to the same bytes', () => {
    for (const mode of modes) {
      const file = new URL(`../../golden/${mode.name}.v${mode.version}.json`, import.meta.url);
      const stored = JSON.parse(readFileSync(file, 'utf8')) as GoldenLedger;
      const end = stored.entries.reduce<ReplayState | undefined>(replayEntry, undefined);
      expect(canonicalJson(end?.state ?? {})).toBe(canonicalJson(stored.state));
      expect(end?.head.sequence).toBe(stored.entries.length);
    }
  });

  it.each(modes)('of $name version $version is one in which things happen', (mode) => {
    const file = new URL(`../../golden/${mode.name}.v${mode.version}.json`, import.meta.url);
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as GoldenLedger;
    const verdicts = new Set(entries.map(({ header }) => header.verdict.reason ?? header.verdict.outcome));
    expect([...verdicts]).toEqual(expect.arrayContaining(['accepted', 'malformed_json', 'not_a_reader']));
    expect(entries.filter(({ header }) => header.verdict.outcome === 'accepted').length).toBeGreaterThan(20);
  });
});
