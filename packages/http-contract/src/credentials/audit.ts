import { z } from 'zod';
import { getPage, momentSchema, pagingShape } from '../parts/paging.ts';

/** `GET /v1/admin/audit`: issued credentials, newest first. */
export const officeAuditQuerySchema = z.object({
  agent_id: z.string().max(63).optional(),
  /** A topic, a task or a circle, as `topics/hall`, `tasks/work` or `circles/club`. */
  container: z
    .string()
    .regex(/^(topics|tasks|circles)\/[a-z0-9][a-z0-9_-]{0,62}$/)
    .optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  ...pagingShape,
});
export const officeAuditListSchema = getPage(
  z.object({
    id: z.int(),
    agent_id: z.string(),
    scopes: z.array(z.string()),
    /** Keys that the credential opens, or an action and a prefix. */
    keys: z.array(z.string()),
    policy_versions: z.record(z.string(), z.int()),
    requested_at: z.string(),
    expires_at: z.string().optional(),
    outcome: z.enum(['pending', 'issued', 'reused', 'failed']),
    store_request_id: z.string().optional(),
    error_code: z.string().optional(),
  }),
).extend({
  /** Names of the opened containers, by key such as `topics/hall`. */
  places: z.record(z.string(), z.string()).optional(),
});
export type OfficeAuditList = z.infer<typeof officeAuditListSchema>;
