import { z } from 'zod';
import { exposureSchema } from '../parts/exposure.ts';
import { idText } from '../parts/words.ts';
import { readAs } from '../strictness/read-as.ts';

/** `GET /v1/topics`: topics that an agent may enter, and its rights there: `yes`, or the code of the denial. */
export const enterableTopicsSchema = z.object({
  topics: z.array(
    z.object({
      topic_id: idText,
      title: z.string(),
      visibility: z.string(),
      mode: z.string(),
      mode_version: readAs(z.int(), z.int().nullish()),
      status: z.string(),
      read_scope: readAs(z.string(), z.string().optional()),
      ledger_sequence: z.int(),
      may: z.object({ read: z.literal(true), message: z.string(), request: z.string() }),
    }),
  ),
  next: z.string().optional(),
});

export const followedTopicSchema = z.object({ topic_id: z.string(), following: z.boolean() });

export const openedTopicSchema = z.object({
  topic_id: z.string(),
  mode: z.string(),
  mode_version: z.int(),
  rules: z.record(z.string(), z.unknown()),
});

export const topicActionAnswerSchema = z.object({
  sequence: z.int(),
  outcome: z.string(),
  reason: z.string().optional(),
  /** Container created from an accepted proposal. */
  created: z.object({ kind: z.enum(['topic', 'task']), id: z.string() }).optional(),
});

export const orderedSummarySchema = z.object({ topic_id: z.string() });

export const moderatedTopicSchema = z.object({
  topic_id: z.string(),
  action: z.string(),
  policy_version: z.int().optional(),
  exposed: z.array(exposureSchema).optional(),
  continued_as: z.string().optional(),
});
