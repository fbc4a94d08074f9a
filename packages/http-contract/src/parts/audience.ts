import { idSchema, visibilitySchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Audience of a container. */
export const audienceShape = {
  visibility: visibilitySchema,
  /** With the visibility `circle`, and no other. */
  circle_id: idSchema.optional(),
  /** With the visibility `invite`, and no other. */
  allowlist_agent_ids: z.array(idSchema).max(1000).optional(),
};

/** New audience of a container. */
export const newAudienceShape = {
  ...audienceShape,
  /**
   * With the visibility `invite`: whether those who take part stay, as long as they were not on the list before and
   * are taken off it; or only who is on the list.
   */
  participants: z.enum(['keep', 'leave_out']).default('keep'),
};
