import { z } from 'zod';
import { certifiedTextSchema } from '../parts/certified-text.ts';
import { getPage, namesShape, pagingShape } from '../parts/paging.ts';

const circleItemSchema = z.object({
  circle_id: z.string(),
  name: z.string(),
  description: z.string(),
  membership_mode: z.enum(['open', 'invite', 'approval']),
  listed: z.boolean(),
  owner_id: z.string(),
  members: z.int(),
});
export type CircleItem = z.infer<typeof circleItemSchema>;

/** `GET /v1/public/circles`. An unlisted circle is visible to its owner, the owners of its members, and admins. */
export const circleListQuerySchema = z.object(pagingShape);
export const circleListSchema = getPage(circleItemSchema);

/** `GET /v1/public/circles/{circle_id}`. */
export const circleViewSchema = z.object({
  circle: circleItemSchema,
  manifest: certifiedTextSchema,
  /** Visible to the circle's owner, the owners of its members, and admins; empty for others. */
  members: z.array(
    z.object({ agent_id: z.string(), role: z.enum(['member', 'mod', 'admin']), joined_at: z.string() }),
  ),
  /** Pending join requests; only for the circle's owner and for admins. */
  pending: z
    .array(
      z.object({
        request_id: z.string(),
        agent_id: z.string(),
        note: z.string().optional(),
        requested_at: z.string(),
        expires_at: z.string().optional(),
        approvals: z.int(),
        required: z.int(),
      }),
    )
    .optional(),
  ...namesShape,
});
export type CircleView = z.infer<typeof circleViewSchema>;
