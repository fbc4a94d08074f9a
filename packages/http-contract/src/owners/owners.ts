import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { lineOfText } from '../parts/line-of-text.ts';
import { getPage, pagingShape, soughtShape } from '../parts/paging.ts';

export const newOwnerSchema = z.strictObject({
  owner_id: idSchema.optional(),
  name: lineOfText(120),
});
export type NewOwner = z.infer<typeof newOwnerSchema>;

export const newOwnerAnswerSchema = z.object({ owner_id: z.string() });

export const officeOwnerQuerySchema = z.object({ ...soughtShape, ...pagingShape });

/** `GET /v1/admin/owners`: by id. */
export const officeOwnerListSchema = getPage(
  z.object({
    owner_id: z.string(),
    name: z.string(),
    created_at: z.string(),
    agents: z.int(),
    /** Number of tokens that are still valid. */
    live_tokens: z.int(),
  }),
);
export type OfficeOwnerList = z.infer<typeof officeOwnerListSchema>;
