import { visibilities } from '@agent-home/protocol';
import { seededRandom } from './seeded-random.ts';

export const owners = ['olga', 'otto', 'oda'] as const;
export const circles = ['poets', 'painters', 'players'] as const;

export const standings = [
  'registered',
  'admitted',
  'admitted',
  'admitted',
  'suspended',
  'withdrawn',
] as const;

/** Returns the random choices of a seed. Every choice about an audience is drawn from it. */
export function openDraw(seed: number) {
  const random = seededRandom(seed);
  const oneOf = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const chance = (share: number) => random() < share;
  const collectAgents = (agentIds: string[], share: number) => agentIds.filter(() => chance(share));
  return { oneOf, chance, collectAgents };
}

export type Draw = ReturnType<typeof openDraw>;

/** Earlier audiences, of which those up to `confirmed` no longer apply. */
function formerAudiences({ oneOf, chance, collectAgents }: Draw, agentIds: string[]): string | null {
  if (chance(0.5)) return null;
  const former = Array.from({ length: oneOf([1, 1, 2]) }, () => {
    const visibility = oneOf(visibilities);
    return {
      visibility,
      ...(visibility === 'circle' ? { circle_id: oneOf(circles) } : {}),
      ...(visibility === 'invite' ? { allowlist_agent_ids: collectAgents(agentIds, 0.5) } : {}),
      until_version: oneOf([1, 2, 3]),
    };
  });
  return JSON.stringify(former);
}

export function container(draw: Draw, agentIds: string[]) {
  const visibility = draw.oneOf(visibilities);
  return {
    title: 'What to plant',
    visibility,
    ownerId: draw.oneOf(['platform', ...owners]),
    circleId: visibility === 'circle' ? draw.oneOf(circles) : null,
    formerAudiences: formerAudiences(draw, agentIds),
    status: 'open' as const,
  };
}
