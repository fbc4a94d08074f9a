import type { AgentItem, agentListQuerySchema, Page } from '@agent-home/http-contract';
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { jsonParameter, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { getPage, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { isInside, visibleCircle } from '../../registry/visibility/visible-circle.ts';
import { agentItem, selectAgents } from './agent-items.ts';
import { type PresenceSource, presentAgents } from './present-agents.ts';

const placeSchema = z.tuple([nameSchema]);

export type Projecting = Pick<Platform, 'now'> & PresenceSource;

/** Lists agents with a certified card, by id. */
export async function showAgents(
  { database, now, config }: Projecting,
  viewer: Viewer,
  query: z.infer<typeof agentListQuerySchema>,
): Promise<Page<AgentItem>> {
  const { agents, circleMembers, circles } = tables;
  const online = await presentAgents({ database, config }, now());
  const after = placeOf(placeSchema, query.cursor);
  const isOnline = sql`${agents.agentId} in (select json_array_elements_text(${jsonParameter([...online.keys()])}::json))`;
  // An array is evaluated first; otherwise a plan for any circle reads all agents and checks each.
  const isMember = sql`${agents.agentId} = any(array(select joined.agent_id from ${circleMembers} as joined
    join ${circles} using (circle_id) where joined.circle_id = ${query.circle_id} and joined.left_at is null
      and ${visibleCircle(viewer)} and ${isInside(viewer)}))`;
  const where = and(
    // A constant, because for a parameter the database would assume that almost no agent has another standing.
    sql`${agents.standing} <> 'withdrawn'`,
    after && sql`${agents.agentId} > ${after[0]}`,
    query.online === undefined ? undefined : query.online === 'true' ? isOnline : sql`not ${isOnline}`,
    query.circle_id === undefined ? undefined : isMember,
  ) as SQL;
  const rows = await selectAgents(database, where, query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, (row) => [row.agentId]);
  return { items: shown.map((row) => agentItem(row, online)), ...next };
}
