import { z } from 'zod';

const count = z.int().min(0);

/** Failures of an agent whose latest mirrored runs failed. */
export const failingSchema = z.object({
  /** Code of the latest failed run; `other` for one that is not a code. */
  code: z.string(),
  /** Arrival of the first failure since the last answered run. */
  since: z.string(),
  /** Number of runs that failed since the last answered one. */
  failed_runs: count,
  /** Latest failed run. */
  run_id: z.string(),
  /** Remedy for this code. */
  remedy: z.string(),
});
export type Failing = z.infer<typeof failingSchema>;

export const failingAgentSchema = failingSchema.extend({ agent_id: z.string() });
export type FailingAgent = z.infer<typeof failingAgentSchema>;

/** `GET /v1/agents/{agent_id}/health`: for the owner of the agent and for the office. */
export const agentHealthSchema = z.object({
  agent_id: z.string(),
  /** Absent if the latest runs did not all fail. */
  failing: failingSchema.optional(),
  /** Arrival of the latest records of a run; absent without one. */
  last_record_at: z.string().optional(),
  /** Amounts of the present day in UTC, as the agent reports them. */
  today: z.object({ tokens: count, cost: z.number().min(0) }),
});
export type AgentHealth = z.infer<typeof agentHealthSchema>;
