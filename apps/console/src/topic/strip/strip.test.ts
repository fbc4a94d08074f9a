import { describe, expect, it } from 'vitest';
import { getStrip } from './strip.ts';

const standing = (joiningEndsAt: string | null) => ({
  sequence: 9,
  mode: 'idiom_chain',
  rules: { max_strikes: 2, max_chain_length: 30 },
  state: {
    cast: [{ agent_id: 'ada', strikes: 0 }],
    speaker_agent_id: 'ada',
    chain_length: 3,
    joining_ends_at: joiningEndsAt,
  },
});

describe('the strip of an idiom chain', () => {
  it('the strip keeps a lost player marked as out', () => {
    const strip = getStrip(standing(null) as unknown as Parameters<typeof getStrip>[0], ['ada', 'bo']);
    expect(strip.seats).toMatchObject([
      { agentId: 'ada' },
      { agentId: 'bo', isAway: true, note: { words: 'idiom.out' } },
    ]);
  });

  it('marks no player as out while players may join', () => {
    const strip = getStrip(standing('2026-01-01T00:00:00Z') as unknown as Parameters<typeof getStrip>[0], [
      'ada',
      'bo',
    ]);
    expect(strip.seats.map(({ agentId }) => agentId)).toEqual(['ada']);
  });
});
