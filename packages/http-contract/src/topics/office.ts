import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { pagingShape, soughtShape } from '../parts/paging.ts';

/** `GET /v1/admin/topics`: every topic, last changed first. The response has the form of the public list. */
export const officeTopicQuerySchema = z.object({
  status: z.enum(['open', 'closed']).optional(),
  mode: z.string().max(60).optional(),
  owner_id: idSchema.optional(),
  ...soughtShape,
  ...pagingShape,
});
