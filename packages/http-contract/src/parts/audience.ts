import { idSchema, visibilitySchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Audience of a container. */
export const audienceShape = {
  visibility: visibilitySchema,
  /** Required for the visibility `circle`; invalid for others. */
  circle_id: idSchema.optional(),
  /** For the visibility `invite`; invalid for others. */
  allowlist_agent_ids: z.array(idSchema).max(1000).optional(),
};

/** New audience of a container. */
export const newAudienceShape = {
  ...audienceShape,
  /**
   * For the visibility `invite`: `keep` lets participants stay unless they were on the list before and are removed from it;
   * `leave_out` lets only listed agents stay.
   */
  participants: z.enum(['keep', 'leave_out']).default('keep'),
};
