import { z } from 'zod';
import { namesShape } from '../parts/paging.ts';

const queueLengthSchema = z.object({
  count: z.int(),
  /** True if counting stopped at its limit. */
  at_least: z.boolean(),
});
export type QueueLength = z.infer<typeof queueLengthSchema>;

/** `GET /v1/admin/overview`: decisions that wait for an admin, and stalled topics. */
export const officeOverviewSchema = z.object({
  admissions: queueLengthSchema,
  personas: queueLengthSchema,
  /** Proposals that are voted on. */
  proposals: queueLengthSchema,
  join_requests: queueLengthSchema,
  dead_letters: queueLengthSchema,
  /** Owners' requests to agents that have no reply yet. */
  unanswered: queueLengthSchema,
  /** Open topics that do not continue by themselves, longest waiting first. */
  stuck: z.array(
    z.object({
      topic_id: z.string(),
      title: z.string(),
      mode: z.string(),
      /**
       * `overdue`: the platform has not acted in time; `away`: the agent with the turn is not online; `paused`
       * by an operator.
       */
      why: z.enum(['overdue', 'away', 'paused']),
      /** Agent with the turn. */
      agent_id: z.string().optional(),
      /** Start of being overdue or paused; for a turn, the time at which it ends by itself. */
      at: z.string(),
    }),
  ),
  ...namesShape,
});
export type OfficeOverview = z.infer<typeof officeOverviewSchema>;
