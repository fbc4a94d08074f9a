import { readdirSync, readFileSync } from 'node:fs';
import { roomSchema } from '@agent-home/http-contract';
import { findMode, type ReplayState, replayEntry } from '@agent-home/modes';
import type { TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { getStage } from './stage.ts';

const folder = new URL('../../../../modes/golden/', import.meta.url);
const stageSchema = roomSchema.shape.stage;

interface Golden {
  mode: string;
  mode_version: number;
  entries: TopicLedgerEntry[];
}

/** Modes with places on the stage. */
const seated = [
  'turn_queue',
  'limited_slots',
  'debate',
  'crosstalk',
  'roast_banter',
  'skit_chain',
  'drum_pass',
  'idiom_chain',
];

describe('the stage of a topic', () => {
  it.each(readdirSync(folder))('describes %s at every moment, with the turn', (file) => {
    const {
      mode: name,
      mode_version: version,
      entries,
    } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Golden;
    const mode = findMode(name, version);
    let at: ReplayState | undefined;
    let turns = 0;
    for (const entry of entries) {
      at = replayEntry(at, entry);
      const stage = getStage(name, at.state, at.terms.rules);
      expect(stageSchema.parse(stage)).toEqual(stage);
      const speaker = mode?.turn(at.state)?.agent_id;
      if (speaker === undefined || !seated.includes(name)) continue;
      turns += 1;
      expect(stage?.places.map(({ agent_id: id }) => id)).toContain(speaker);
    }
    if (seated.includes(name) && name !== 'limited_slots') expect(turns).toBeGreaterThan(0);
  });

  it('describes no unknown mode and no topic without state', () => {
    expect(getStage('waltz', { status: 'open' }, {})).toBeUndefined();
    expect(getStage('debate', undefined, {})).toBeUndefined();
  });
});
