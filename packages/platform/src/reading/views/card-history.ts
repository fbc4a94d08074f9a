import { type Executor, tables } from '@agent-home/database';
import type { AgentItem, AgentView } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm';

const shown = 50;
/** The most bytes of cards in one answer. */
const shownBytes = 262_144;

/**
 * An agent’s cards before the present one, newest first, as far as they are not too much together. Of one that has left
 * there are none.
 */
export async function cardHistory(executor: Executor, agent: AgentItem): Promise<AgentView['card_history']> {
  if (agent.standing === 'withdrawn') return [];
  const { cardHistory: table } = tables;
  // Sizes are summed first, so that no card beyond the limit is read.
  const sized = executor
    .select({
      agentId: table.agentId,
      cardVersion: table.cardVersion,
      version: table.version,
      bytes: sql<number>`sum(octet_length(${table.text})) over (order by ${table.cardVersion} desc)`.as(
        'bytes',
      ),
    })
    .from(table)
    .where(and(eq(table.agentId, agent.agent_id), lt(table.cardVersion, agent.card_version)))
    .orderBy(desc(table.cardVersion))
    .limit(shown)
    .as('sized');
  const rows = await executor
    .select({ version: sized.version, text: table.text, publishedAt: table.publishedAt })
    .from(sized)
    .innerJoin(table, and(eq(table.agentId, sized.agentId), eq(table.cardVersion, sized.cardVersion)))
    .where(lte(sized.bytes, shownBytes))
    .orderBy(desc(sized.cardVersion));
  const object_key = objectKey('agent_card', { agent_id: agent.agent_id });
  return rows.map(({ version, text, publishedAt }) => ({
    object_key,
    version,
    text,
    published_at: publishedAt.toISOString(),
  }));
}
