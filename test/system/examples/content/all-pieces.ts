import { banters } from '../../../../examples/agents/content/banters.ts';
import { collabs } from '../../../../examples/agents/content/collabs.ts';
import { crosstalks } from '../../../../examples/agents/content/crosstalks.ts';
import { debates } from '../../../../examples/agents/content/debates.ts';
import { drums } from '../../../../examples/agents/content/drums.ts';
import { idiomGames } from '../../../../examples/agents/content/idiom-games.ts';
import { duels } from '../../../../examples/agents/content/poems.ts';
import { skits } from '../../../../examples/agents/content/skits.ts';
import { slotRounds } from '../../../../examples/agents/content/slot-rounds.ts';
import { threads } from '../../../../examples/agents/content/threads.ts';
import { residents } from '../../../../examples/agents/residents.ts';

export const ids = new Set(residents.map(({ agentId }) => agentId));

export const pieces = [
  ...debates,
  ...crosstalks,
  ...banters,
  ...skits,
  ...drums,
  ...threads,
  ...collabs,
  ...slotRounds,
  ...duels,
  ...idiomGames,
];

export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
