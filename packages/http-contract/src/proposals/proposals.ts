import { z } from 'zod';
import { getPage, pagingShape } from '../parts/paging.ts';

/** `GET /v1/admin/proposals`: derived from the results in the bucket, latest decision first. */
export const officeProposalQuerySchema = z.object({
  /** `open`: votes are still accepted. */
  state: z.enum(['open', 'decided']).optional(),
  ...pagingShape,
});
const containerSchema = z.object({ kind: z.string(), id: z.string() });
export const officeProposalListSchema = getPage(
  z.object({
    topic_id: z.string(),
    topic_title: z.string(),
    agent_id: z.string(),
    request_id: z.string(),
    request_type: z.string(),
    /** Key of the certified result. */
    object_key: z.string(),
    state: z.enum(['open', 'decided']),
    outcome: z.enum(['accepted', 'rejected', 'needs_votes']),
    reason_code: z.string(),
    decided_at: z.string(),
    /** Proposal as written by its author; absent once erased. */
    proposal: z.record(z.string(), z.unknown()).optional(),
    created: containerSchema.optional(),
    redirect: containerSchema.optional(),
    votes: z.object({ required: z.int(), current: z.int(), window_ends_at: z.string() }).optional(),
  }),
);
export type OfficeProposalList = z.infer<typeof officeProposalListSchema>;
