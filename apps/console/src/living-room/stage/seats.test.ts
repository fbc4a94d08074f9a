import type { Room } from '@agent-home/http-contract';
import { describe, expect, it } from 'vitest';
import { collectPlaces, inQueue, inRing, inRow, standingOn } from './seats.ts';

const room = (heard: string[], lines: string[] = [], turn?: string) =>
  ({
    participant_ids: heard,
    lines: lines.map((agent_id) => ({ agent_id })),
    ...(turn === undefined ? {} : { turn: { agent_id: turn } }),
  }) as unknown as Room;

describe('agents on a stage', () => {
  it('stays where it stands when others are heard more', () => {
    const before = standingOn([], room(['ada', 'bo', 'cy']), 4);
    expect(before).toEqual(['ada', 'bo', 'cy']);
    expect(standingOn(before, room(['cy', 'dee', 'bo', 'ada']), 4)).toEqual(['ada', 'bo', 'cy', 'dee']);
  });

  it('replaces a quiet agent by a speaker on a full stage', () => {
    const before = standingOn([], room(['ada', 'bo', 'cy']), 3);
    expect(standingOn(before, room(['bo', 'ada', 'cy', 'dee'], ['cy', 'dee']), 3)).toEqual([
      'dee',
      'bo',
      'cy',
    ]);
    expect(standingOn(before, room(['ada', 'bo', 'cy'], [], 'eve'), 3)).toEqual(['ada', 'bo', 'eve']);
  });
});

describe('the places of a mode', () => {
  const places = ['ada', 'bo', 'cy'].map((agent_id) => ({ agent_id }));
  it('are reported by the home and include the turn', () => {
    const at = { ...room([], [], 'cy'), stage: { places } } as Room;
    expect(collectPlaces(at, [], 2).map(({ agent_id: id }) => id)).toEqual(['ada', 'cy']);
    expect(collectPlaces(room(['x']), ['x'], 2)).toEqual([{ agent_id: 'x' }]);
  });

  it('lie within the stage, none where another is', () => {
    for (const count of [1, 2, 3, 5, 8, 12])
      for (const points of [
        inRow(count, 50),
        inRing(count),
        inQueue(count, 4, true),
        inQueue(count, 4, false),
      ]) {
        expect(new Set(points.map(String)).size).toBe(count);
        for (const [x, y] of points) expect(x > 0 && x < 100 && y > 0 && y < 100).toBe(true);
      }
  });
});
