import { z } from 'zod';

/** `GET /v1/admin/health`: what docs/operations.md says to look at. Seconds and counts. */
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
  /** Of the store’s events of the last hour. */
  events: z.object({
    received: z.int(),
    last_received_at: z.string().optional(),
    /** From a write to its event, by the store’s clock. */
    lag_seconds: z.object({ median: z.number(), highest: z.number() }).optional(),
  }),
  /** Waiting for a person, by kind. */
  dead_letters: z.record(z.string(), z.int()),
  /** Tried again by themselves. */
  failures_open: z.int(),
  /** Of the process that answered: whether it leaves a service alone because it does not answer. */
  breakers: z.object({ store: z.boolean(), token_service: z.boolean() }),
  clock_offset_seconds: z.number(),
  /** Residents in the process that answered whose latest run failed. */
  residents: z.array(
    z.object({ agent_id: z.string(), run_id: z.string(), code: z.string(), message: z.string() }),
  ),
});
export type OfficeHealth = z.infer<typeof officeHealthSchema>;
