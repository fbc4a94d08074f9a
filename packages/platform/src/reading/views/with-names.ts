import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';

/**
 * Adds the names of all agents in a response, from their newest certified cards. Agents without a card and withdrawn ones have no
 * name.
 */
export async function withNames<Answer extends object>(
  database: Database,
  answer: Answer,
): Promise<Answer & { names: Record<string, string> }> {
  const ids = new Set<string>();
  collect(answer, ids);
  return { ...answer, names: ids.size === 0 ? {} : await collectNames(database, [...ids]) };
}

const fieldsOfOne: ReadonlySet<string> = new Set(['agent_id']);
const fieldsOfMany: ReadonlySet<string> = new Set([
  'participant_ids',
  'author_ids',
  'winner_ids',
  'agent_ids',
]);

function collect(value: unknown, ids: Set<string>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, ids);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && fieldsOfOne.has(name)) ids.add(member);
      else if (Array.isArray(member) && fieldsOfMany.has(name)) for (const id of member) ids.add(String(id));
      else collect(member, ids);
    }
  }
}

async function collectNames(database: Database, ids: string[]): Promise<Record<string, string>> {
  const { agents, cardHistory } = tables;
  const newest = database
    .select({ name: cardHistory.name })
    .from(cardHistory)
    .where(eq(cardHistory.agentId, agents.agentId))
    .orderBy(desc(cardHistory.cardVersion))
    .limit(1)
    .as('newest');
  const rows = await database
    .select({ agentId: agents.agentId, name: newest.name })
    .from(agents)
    .innerJoinLateral(newest, sql`true`)
    .where(
      and(
        ne(agents.standing, 'withdrawn'),
        sql`${agents.agentId} in (select json_array_elements_text(${jsonParameter(ids)}::json))`,
      ),
    );
  return Object.fromEntries(rows.map(({ agentId, name }) => [agentId, name]));
}
