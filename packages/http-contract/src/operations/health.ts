import { z } from 'zod';
import { failingAgentSchema } from '../agents/health.ts';

/** `GET /v1/admin/health`: the metrics of docs/operations.md, as seconds and counts. */
export const officeHealthSchema = z.object({
  measured_at: z.string(),
  versions: z.object({
    node: z.string(),
    postgresql: z.string(),
    migrations: z.object({ known: z.int(), applied: z.int(), current: z.boolean() }),
  }),
  outbox: z.object({ pending: z.int(), oldest_seconds: z.number() }),
  tickets: z.object({ open: z.int(), overdue_seconds: z.number() }),
  deadlines: z.object({ overdue_seconds: z.number() }),
  feed: z.object({ unread_oldest_seconds: z.number() }),
  /** Store events of the last hour. */
  events: z.object({
    received: z.int(),
    last_received_at: z.string().optional(),
    /** Delay from a write to its event, by the store’s clock. */
    lag_seconds: z.object({ median: z.number(), highest: z.number() }).optional(),
  }),
  /** Dead letters that wait for an operator, by kind. */
  dead_letters: z.record(z.string(), z.int()),
  /** Failures that are retried automatically. */
  failures_open: z.int(),
  /** Breakers of the responding process: true while it does not call a service that fails. */
  breakers: z.object({ store: z.boolean(), token_service: z.boolean() }),
  clock_offset_seconds: z.number(),
  /** Admitted agents whose latest mirrored runs failed, at most 100. */
  failing_agents: z.array(failingAgentSchema),
  /** Residents in the responding process whose latest run failed. */
  residents: z.array(
    z.object({ agent_id: z.string(), run_id: z.string(), code: z.string(), message: z.string() }),
  ),
});
export type OfficeHealth = z.infer<typeof officeHealthSchema>;
