import { z } from 'zod';
import { getPage, momentSchema, pagingShape } from '../parts/paging.ts';
import { momentText } from '../parts/words.ts';

/** `GET /v1/admin/audit/acts`: acts of administrators and owners, the newest first. */
export const actQuerySchema = z.object({
  /** Id of a token or user. */
  actor: z.string().max(100).optional(),
  /** Such as `agent.admit`, or `agent` for all acts on agents. */
  action: z
    .string()
    .regex(/^[a-z0-9]+(\.[a-z0-9_]+)?$/)
    .max(60)
    .optional(),
  /** Such as `agents/ada`, or `specs/tools/fetch-page/1.0.0`. */
  target: z
    .string()
    .regex(/^[a-z]+(\/[A-Za-z0-9_.-]{1,100}){0,3}$/)
    .optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  ...pagingShape,
});

export const actListSchema = getPage(
  z.object({
    sequence: z.int(),
    at: momentText,
    actor: z.object({
      kind: z.enum(['token', 'user', 'local', 'agent']),
      id: z.string(),
      role: z.string(),
      /** Label of the token or name of the user, while it is known. */
      name: z.string().optional(),
    }),
    action: z.string(),
    target: z.string(),
    reason: z.string().optional(),
    details: z.record(z.string(), z.unknown()),
    /** Hash of the act before, and of this one over all its fields. */
    previous: z.string(),
    hash: z.string(),
  }),
).extend({
  /** False if an action on this page does not have the hash of its fields. */
  intact: z.boolean(),
});
export type ActList = z.infer<typeof actListSchema>;
