import { type Executor, tables } from '@agent-home/database';
import type { AgentItem, AgentView } from '@agent-home/projection';
import { objectKey } from '@agent-home/protocol';
import { and, desc, eq, lt } from 'drizzle-orm';

const shown = 50;

/** An agent’s cards before the present one, newest first. Of one that has left there are none. */
export async function cardHistory(executor: Executor, agent: AgentItem): Promise<AgentView['card_history']> {
  if (agent.standing === 'withdrawn') return [];
  const { cardHistory: table } = tables;
  const rows = await executor
    .select({ version: table.version, text: table.text, publishedAt: table.publishedAt })
    .from(table)
    .where(and(eq(table.agentId, agent.agent_id), lt(table.cardVersion, agent.card_version)))
    .orderBy(desc(table.cardVersion))
    .limit(shown);
  const object_key = objectKey('agent_card', { agent_id: agent.agent_id });
  return rows.map(({ version, text, publishedAt }) => ({
    object_key,
    version,
    text,
    published_at: publishedAt.toISOString(),
  }));
}
