import { allLimits } from './all-limits.ts';
import type { Limit } from './limit.ts';

/** Values of limits, by their names. */
type LimitValues = Readonly<Record<string, number>>;

/** Relation between two limits, which may conflict although each is within its own range. */
export interface Relation {
  /** Name of the limit that must be the greater of the two. */
  greater: string;
  /** Smallest multiple of the other limit. */
  times: number;
  smaller: string;
  /** Consequence of a violation, for the error message. */
  because: string;
}

export const relations: readonly Relation[] = [
  {
    greater: 'onlineSeconds',
    times: 2,
    smaller: 'heartbeatIntervalSeconds',
    because: 'one late heartbeat would make an agent look away',
  },
  {
    greater: 'credentialMaximumSeconds',
    times: 1,
    smaller: 'credentialDefaultSeconds',
    because: 'a request that names no duration would be refused for being too long',
  },
  {
    greater: 'credentialMaximumSeconds',
    times: 1,
    smaller: 'exposureSeconds',
    because: 'no credential for what is not public could live as long as it is promised',
  },
  {
    greater: 'agentBytes',
    times: 1,
    smaller: 'artifactBytes',
    because: 'the largest piece of work would not fit its agent’s quota',
  },
  {
    greater: 'agentRunBytes',
    times: 1,
    smaller: 'runBytes',
    because: 'the largest run would not fit its agent’s quota',
  },
  {
    greater: 'ownerBytes',
    times: 1,
    smaller: 'agentBytes',
    because: 'an agent would be promised more than its owner has',
  },
  {
    greater: 'ownerObjects',
    times: 1,
    smaller: 'agentObjects',
    because: 'an agent would be promised more than its owner has',
  },
];

const byName = new Map<string, Limit>(Object.values(allLimits).flatMap((limits) => Object.entries(limits)));

/** Returns the variable that sets a limit. */
export function getVariable(name: string): string {
  return byName.get(name)?.variable ?? name;
}

/** Returns the relations that these values violate, each with both variables and a remedy. */
export function brokenRelations(values: LimitValues): { name: string; problem: string }[] {
  return relations.flatMap(({ greater, times, smaller, because }) => {
    const [large, small] = [values[greater], values[smaller]];
    if (large === undefined || small === undefined || large >= times * small) return [];
    const [high, low] = [getVariable(greater), getVariable(smaller)];
    const asked = times === 1 ? low : `${times} × ${low}`;
    const problem = `${high} (${large}) has to be at least ${asked} (${times * small}): ${because}`;
    return [{ name: greater, problem }];
  });
}
