import type { RunFacts } from '@agent-home/agent-runtime/run-log';
import { sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

/** Most that one batch adds, so that a false number cannot overflow a sum. */
const most = { calls: 1_000_000, tokens: 1_000_000_000, cost: 1_000_000 };

interface Spent {
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** In the unit of the models' prices. */
  cost: number;
}

/** Returns the amounts that new records of a run add. They are the agent's own numbers. */
export function spentSince(before: RunFacts | undefined, { usage }: RunFacts): Spent {
  const known = before?.usage;
  const added = (now = 0, then = 0, limit: number) => Math.min(limit, Math.max(0, now - then));
  return {
    toolCalls: added(usage.tool_calls, known?.tool_calls, most.calls),
    inputTokens: added(usage.input_tokens, known?.input_tokens, most.tokens),
    outputTokens: added(usage.output_tokens, known?.output_tokens, most.tokens),
    cost: added(usage.cost, known?.cost, most.cost),
  };
}

/** Change of a mirrored run. */
interface RunChange {
  agentId: string;
  runId: string;
  before: RunFacts | undefined;
  after: RunFacts;
}

/**
 * Updates the health of an agent with new records of a run, in the transaction that stores them. A run that another one delegated
 * counts only as amounts: the agent of the first run answers for its failure (spec agent-health "Failing agents").
 */
export async function recordHealth(
  transaction: Executor,
  { agentId, runId, before, after }: RunChange,
  now: Date,
): Promise<void> {
  const { agentHealth, agentUse } = tables;
  const { inputTokens, outputTokens, cost } = spentSince(before, after);
  const tokens = inputTokens + outputTokens;
  const at = now.toISOString();
  const day = at.slice(0, 10);
  await transaction.execute(
    sql`insert into ${agentHealth} as known (agent_id, last_record_at, day, day_tokens, day_cost)
        values (${agentId}, ${at}::timestamptz, ${day}, ${tokens}, ${cost})
        on conflict (agent_id) do update set
          last_record_at = greatest(known.last_record_at, excluded.last_record_at),
          day = greatest(known.day, excluded.day),
          day_tokens = case when known.day < excluded.day then 0 else known.day_tokens end + excluded.day_tokens,
          day_cost = case when known.day < excluded.day then 0 else known.day_cost end + excluded.day_cost`,
  );
  await transaction.execute(
    sql`insert into ${agentUse} as known (agent_id, day, runs, input_tokens, output_tokens, cost)
        values (${agentId}, ${day}, ${before === undefined ? 1 : 0}, ${inputTokens}, ${outputTokens}, ${cost})
        on conflict (agent_id, day) do update set
          runs = known.runs + excluded.runs, input_tokens = known.input_tokens + excluded.input_tokens,
          output_tokens = known.output_tokens + excluded.output_tokens, cost = known.cost + excluded.cost`,
  );
  const hasEnded = before?.ended_at === undefined && after.ended_at !== undefined;
  if (!hasEnded || after.parent !== undefined) return;
  if (after.state === 'answered')
    await transaction.execute(
      sql`update ${agentHealth} set failed_runs = 0, code = null, run_id = null, failed_since = null
          where agent_id = ${agentId}`,
    );
  if (after.state === 'failed')
    await transaction.execute(
      sql`update ${agentHealth} set failed_runs = least(failed_runs + 1, 1000000), code = ${toCode(after.code)},
            run_id = ${runId}, failed_since = coalesce(failed_since, ${at}::timestamptz)
          where agent_id = ${agentId}`,
    );
}

/** Returns the code of a failed run. Agents choose it, so other texts than codes are not shown as one. */
function toCode(code = ''): string {
  return /^[a-z][a-z0-9_]{0,59}$/.test(code) ? code : 'other';
}
