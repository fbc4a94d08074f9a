import { mostUseAgents, type RunUse, type runUseQuerySchema, type UsedDay } from '@agent-home/http-contract';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { Actor } from '../../registry/agents/own-agent.ts';
import { isOfVisibleAgent } from '../../registry/runs/visible-runs.ts';

interface Row extends Record<string, unknown> {
  /** Place of the agent by cost and tokens; one more than the limit for all others together. */
  place: number;
  agent_id: string;
  /** Number of agents beyond the limit. */
  beyond: number;
  day: string;
  runs: string;
  input_tokens: string;
  output_tokens: string;
  cost: number;
}

/**
 * Returns tokens and cost of the agents that the actor may see, by UTC day. Agents beyond the limit are added up, so that the sum of
 * a day is complete.
 */
export async function showRunUse(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  actor: Actor,
  { days, agent_id: agentId }: z.infer<typeof runUseQuerySchema>,
): Promise<RunUse> {
  const { agentUse } = tables;
  const until = now();
  const from = new Date(until.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const visible = and(
    gte(agentUse.day, from),
    isOfVisibleAgent(actor, agentUse.agentId),
    agentId === undefined ? undefined : eq(agentUse.agentId, agentId),
  );
  const others = mostUseAgents + 1;
  const rows = await database.execute<Row>(
    sql`with used as (select * from ${agentUse} where ${visible}),
          placed as (
            select agent_id, least(${others}::bigint, row_number() over (
                order by sum(cost) desc, sum(input_tokens + output_tokens) desc, agent_id)) as place
            from used group by agent_id)
        select place::integer, min(agent_id) as agent_id, day, (select count(*)::integer from placed where place = ${others}) as beyond, sum(runs)::text as runs,
          sum(input_tokens)::text as input_tokens, sum(output_tokens)::text as output_tokens, sum(cost) as cost
        from used join placed using (agent_id) group by place, day order by place, day`,
  );
  const agents = new Map<string, UsedDay[]>();
  const rest: UsedDay[] = [];
  for (const row of rows) {
    if (row.place === others) rest.push(toDay(row));
    else agents.set(row.agent_id, [...(agents.get(row.agent_id) ?? []), toDay(row)]);
  }
  return {
    from,
    until: until.toISOString().slice(0, 10),
    agents: [...agents].map(([agent_id, used]) => ({ agent_id, days: used })),
    ...(rest.length === 0 ? {} : { others: { agents: rows[0]?.beyond ?? 0, days: rest } }),
  };
}

/** Sums above 2^53 are shown as that number: amounts are an agent’s own and can be false. */
function toDay({ day, runs, input_tokens, output_tokens, cost }: Row): UsedDay {
  const amount = (text: string) => Math.min(Number.MAX_SAFE_INTEGER, Number(text));
  return {
    day,
    runs: amount(runs),
    input_tokens: amount(input_tokens),
    output_tokens: amount(output_tokens),
    cost,
  };
}
