import { sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

interface Presence {
  cert: { expires_at?: string };
  online: { agent_id: string; last_seen_at: string }[];
}

/** Returns the agents that are online according to the published presence objects, each with the time of that object. */
export async function onlineAgents(executor: Executor, now: Date): Promise<Map<string, string>> {
  const { publishedObjects } = tables;
  const rows = await executor.execute<{ text: string }>(
    sql`select confirmed_text as text from ${publishedObjects}
        where object_key >= 'agents/presence/' and object_key < 'agents/presence0' and confirmed_text is not null`,
  );
  return new Map(
    rows.flatMap(({ text }) => {
      const { cert, online } = JSON.parse(text) as Presence;
      const isOver = cert.expires_at !== undefined && new Date(cert.expires_at) < now;
      return isOver ? [] : online.map(({ agent_id, last_seen_at }) => [agent_id, last_seen_at] as const);
    }),
  );
}
