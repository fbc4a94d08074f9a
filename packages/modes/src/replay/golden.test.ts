import { readFileSync } from 'node:fs';
import { canonicalJson } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { modes } from '../registry.ts';
import { type GoldenLedger, makeGoldenLedger } from '../testing/golden-ledger.ts';
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

  it.each(modes)('of $name version $version holds every verdict that the mode gives on the way', (mode) => {
    const { entries } = makeGoldenLedger(mode);
    const verdicts = new Set(entries.map(({ header }) => header.verdict.reason ?? header.verdict.outcome));
    const common = [
      'accepted',
      'ignored',
      'malformed_json',
      'not_a_reader',
      'not_due',
      'not_plain',
      'topic_closed',
    ];
    const turns = [
      'already_posted',
      'already_queued',
      'already_speaking',
      'not_your_turn',
      'queue_full',
      'too_late',
      'turn_over',
    ];
    expect([...verdicts].sort()).toEqual([...common, ...(mode.name === 'turn_queue' ? turns : [])].sort());
  });
});
