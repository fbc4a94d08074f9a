import { tables } from '@agent-home/database';
import type { AgentItem } from '@agent-home/http-contract';
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Platform } from '../../foundation/platform/platform.ts';

/**
 * Reads agents with a card for lists, from columns beside the card: the card itself is read where one agent is shown.
 */
export async function selectAgents(
  database: Platform['database'],
  where: SQL,
  limit: number,
): Promise<AgentShown[]> {
  const { agents, cardHistory } = tables;
  const newest = database
    .select({ cardVersion: cardHistory.cardVersion, name: cardHistory.name })
    .from(cardHistory)
    .where(eq(cardHistory.agentId, agents.agentId))
    .orderBy(desc(cardHistory.cardVersion))
    .limit(1)
    .as('newest');
  return database
    .select({
      agentId: agents.agentId,
      standing: agents.standing,
      cardVersion: newest.cardVersion,
      name: newest.name,
    })
    .from(agents)
    .innerJoinLateral(newest, sql`true`)
    .where(where)
    .orderBy(asc(agents.agentId))
    .limit(limit);
}

interface AgentShown {
  agentId: string;
  standing: AgentItem['standing'];
  cardVersion: number;
  name: string;
}

export function agentItem(row: AgentShown, online: ReadonlyMap<string, string>): AgentItem {
  const lastSeen = online.get(row.agentId);
  return {
    agent_id: row.agentId,
    name: row.name,
    standing: row.standing,
    online: lastSeen !== undefined,
    ...(lastSeen === undefined ? {} : { last_seen_at: lastSeen }),
    card_version: row.cardVersion,
  };
}
