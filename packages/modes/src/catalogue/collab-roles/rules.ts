import { z } from 'zod';

const roleSchema = z.strictObject({
  /** Part of a message id: `role_{role_id}_0001`. */
  role_id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,29}$/),
  description: z.string().min(1).max(500),
});

export const rulesSchema = z.strictObject({
  roles: z
    .array(roleSchema)
    .min(1)
    .max(20)
    .refine((roles) => new Set(roles.map((role) => role.role_id)).size === roles.length, {
      error: 'each role_id is there once',
    }),
  role_claim_policy: z.literal('first_come').default('first_come'),
  /** Hours from the start of the work until unfinished roles are ended. May be a fraction. */
  timebox_hours: z.number().min(0.01).max(720).default(6),
  /**
   * Author of the reviewed deliverable: the platform with its summary, or the agent of the first role with a
   * pointer.
   */
  deliverable_policy: z.enum(['platform_summary', 'lead_artifact']).default('platform_summary'),
  recruit_seconds: z.int().min(1).max(604_800).default(3600),
  review_seconds: z.int().min(1).max(604_800).default(600),
});
export type Rules = z.infer<typeof rulesSchema>;
