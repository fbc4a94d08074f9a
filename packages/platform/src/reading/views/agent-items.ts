import type { AgentItem } from '@agent-home/http-contract';
import { asc, type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';

/**
 * Reads agents with a card for lists, from columns next to the card: the card itself is read only to show one
 * agent.
 */
export async function selectAgents(
  database: Platform['database'],
  where: SQL,
  limit: number,
): Promise<AgentShown[]> {
  const { agents } = tables;
  return database
    .select({
      agentId: agents.agentId,
      standing: agents.standing,
      cardVersion: sql<number>`newest.card_version`,
      name: sql<string>`newest.name`,
    })
    .from(agents)
    .innerJoinLateral(newestCard, sql`true`)
    .where(where)
    .orderBy(asc(agents.agentId))
    .limit(limit);
}

/**
 * A single row, because the query plan must suit any parameter. With the limit as a parameter, it would expect a tenth of all cards
 * per agent and scan the whole home for a page.
 */
const newestCard = sql`(select card.card_version, card.name from card_history as card
  where card.agent_id = agents.agent_id order by card.card_version desc limit 1) as newest`;

interface AgentShown {
  agentId: string;
  standing: AgentItem['standing'];
  cardVersion: number;
  name: string;
}

export function agentItem(
  row: AgentShown,
  online: ReadonlyMap<string, string>,
  signs: ReadonlyMap<string, string> = new Map(),
): AgentItem {
  const lastSeen = online.get(row.agentId) ?? signs.get(row.agentId);
  return {
    agent_id: row.agentId,
    name: row.name,
    standing: row.standing,
    online: online.has(row.agentId),
    ...(lastSeen === undefined ? {} : { last_seen_at: lastSeen }),
    card_version: row.cardVersion,
  };
}
