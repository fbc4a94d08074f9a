import { z } from 'zod';
import { namesShape } from '../parts/paging.ts';

const waitingSchema = z.object({
  count: z.int(),
  /** Counted up to a bound: there may be more. */
  at_least: z.boolean(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** `GET /v1/admin/overview`: what waits for a person, and which topics stand still. */
export const officeOverviewSchema = z.object({
  admissions: waitingSchema,
  personas: waitingSchema,
  /** Proposals that are voted on. */
  proposals: waitingSchema,
  join_requests: waitingSchema,
  dead_letters: waitingSchema,
  /** Requests of owners to agents that have no answer yet. */
  unanswered: waitingSchema,
  /** Open topics that do not go on by themselves, those that have waited longest first. */
  stuck: z.array(
    z.object({
      topic_id: z.string(),
      title: z.string(),
      mode: z.string(),
      /** `overdue`: the platform has not acted in time; `away`: whoever has the turn is not online; `paused` by a person. */
      why: z.enum(['overdue', 'away', 'paused']),
      /** Who has the turn. */
      agent_id: z.string().optional(),
      /** Since when it is overdue or paused; of a turn, when it ends by itself. */
      at: z.string(),
    }),
  ),
  ...namesShape,
});
export type OfficeOverview = z.infer<typeof officeOverviewSchema>;
