import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { namesShape } from '../parts/paging.ts';

const count = z.int().min(0);

/** Number of days that the home keeps amounts. */
export const mostUseDays = 90;
/** Most agents that a response names; the amounts of the others are added up. */
export const mostUseAgents = 50;

/** `GET /v1/runs/use`: amounts of mirrored runs by agent and UTC day. */
export const runUseQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(mostUseDays).default(30),
  agent_id: idSchema.optional(),
});

const usedDaySchema = z.object({
  /** UTC day, as `2026-01-31`. Days without records are left out. */
  day: z.string(),
  runs: count,
  input_tokens: count,
  output_tokens: count,
  /** In the unit of the models’ prices; 0 without a price. */
  cost: z.number().min(0),
});
export type UsedDay = z.infer<typeof usedDaySchema>;

export const runUseSchema = z.object({
  /** First and last UTC day of the response. */
  from: z.string(),
  until: z.string(),
  /** Agents with amounts, the most expensive first. */
  agents: z.array(z.object({ agent_id: z.string(), days: z.array(usedDaySchema) })),
  /** Sum of the agents beyond the limit; absent without any. */
  others: z.object({ agents: count, days: z.array(usedDaySchema) }).optional(),
  ...namesShape,
});
export type RunUse = z.infer<typeof runUseSchema>;
