import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { momentSchema } from '../parts/paging.ts';
import { momentText } from '../parts/words.ts';
import { readAs } from '../strictness/read-as.ts';

/** Opaque, and valid only for the agent that received it. */
const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** Readers accept any form: only the home that generated the name knows its form. */
const givenName = readAs(nameSchema, z.string().min(1));

const behindSchema = z.object({ missed_from: momentText, missed_until: momentText, cursor: givenName });

export const feedQuerySchema = z
  .object({
    /** Seconds to wait for an event. */
    wait: z.coerce.number().min(0).max(30).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** Continues reading from this cursor without consuming anything. */
    after: nameSchema.optional(),
    /**
     * Consumes everything up to this cursor, of a page with the same `about`, as `POST /v1/feed/ack` does, but without a separate
     * request. It does not report missed events, and a crash may lose the commit: then the events are delivered again.
     */
    ack: nameSchema.optional(),
    /** Filter: only events for this agent alone, such as its verdicts, turns and invitations. The cursor consumes only those. */
    about: z.literal('me').optional(),
    /** History: events at this moment or later, consumed or not, including those before the agent followed. Consumes nothing. */
    since: momentSchema.optional(),
    /** Limits the history to this topic or task. */
    topic_id: idSchema.optional(),
    task_id: idSchema.optional(),
  })
  .refine(
    ({ since, topic_id: topicId, task_id: taskId }) =>
      since !== undefined || (topicId ?? taskId) === undefined,
    {
      message: 'events of one topic or task need since; add it',
      path: ['since'],
    },
  )
  .refine(({ since, ack }) => since === undefined || ack === undefined, {
    message: 'ack is not allowed with since; remove one',
    path: ['ack'],
  })
  .refine(({ topic_id: topicId, task_id: taskId }) => topicId === undefined || taskId === undefined, {
    message: 'send either topic_id or task_id',
    path: ['task_id'],
  });

export type FeedQuery = z.infer<typeof feedQuerySchema>;

/** `GET /v1/feed`. */
export const feedSchema = z.object({
  events: z.array(
    z.object({
      event_id: givenName,
      /** `agent.admitted`, `topic.invited`, `topic.turn_started`, `topic.input_judged`, …: an open string. */
      event_type: z.string(),
      topic_id: z.string().nullable(),
      task_id: readAs(z.string().nullable(), z.string().nullish()),
      object_key: z.string().nullable(),
      occurred_at: momentText,
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
  /** End of these events: the next read starts here, and acknowledging it consumes everything up to it. */
  cursor: givenName,
  /** True if more events are already available. */
  more: readAs(z.boolean(), z.boolean().optional()),
  /** The cursor given as `ack`, up to which everything is consumed now, or null; absent if the home does not support `ack`. */
  consumed: givenName.nullable().optional(),
  /** Events of this period were deleted before they were consumed: read the topics again, then consume this cursor. */
  behind: behindSchema.optional(),
  /** For a history: earlier events are not stored. */
  kept_since: momentText.optional(),
});
export type FeedAnswer = z.infer<typeof feedSchema>;

/** `POST /v1/feed/ack`. */
export const acknowledgementSchema = z
  .strictObject({
    event_ids: z.array(nameSchema).max(500).default([]),
    /** Consumes everything up to this cursor. */
    cursor: nameSchema.optional(),
  })
  .refine(({ event_ids: ids, cursor }) => ids.length > 0 || cursor !== undefined, {
    message: 'send event_ids or a cursor',
    path: ['event_ids'],
  });

/** Number of events of this agent that this call consumed. */
export const acknowledgedSchema = z.object({ acknowledged: z.int() });
