import type { Draw } from './audience-draw.ts';

export const moment = new Date('2026-01-01T00:00:00Z');

/** Ids of a home's contents, and the draw that decides about each. */
export interface AudiencePlan {
  draw: Draw;
  agentIds: string[];
  topicIds: string[];
  taskIds: string[];
}

/** Returns pairs of each of these ids with some of the agents. */
export function collectPairs({ draw, agentIds }: AudiencePlan, ids: readonly string[], share: number) {
  return ids.flatMap((id) => draw.collectAgents(agentIds, share).map((agentId) => ({ id, agentId })));
}
