import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { getPage, pagingShape, soughtShape } from '../parts/paging.ts';
import { refusalSchema } from './answers.ts';
import { failingSchema } from './health.ts';

/** `GET /v1/admin/agents`: in order of registration, oldest first. */
export const officeAgentQuerySchema = z.object({
  standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']).optional(),
  owner_id: idSchema.optional(),
  /** Filter: only agents with a refusal in force, or only others. */
  refused: z.enum(['true', 'false']).optional(),
  ...soughtShape,
  ...pagingShape,
});
export const officeAgentListSchema = getPage(
  z.object({
    agent_id: z.string(),
    owner_id: z.string().optional(),
    standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']),
    key_id: z.string(),
    card_version: z.int(),
    /** Card draft of its owner, certified or not. */
    card_draft: z.record(z.string(), z.unknown()),
    /** Waits for `POST /v1/admin/agents/{agent_id}/persona`. */
    pending_persona: z.unknown().optional(),
    registered_at: z.string(),
    admitted_at: z.string().optional(),
    suspended_for: z.string().optional(),
    withdrawn_at: z.string().optional(),
    refused: refusalSchema.optional(),
    quota_exceeded_at: z.string().optional(),
    /** Set if the latest mirrored runs of the agent failed. */
    failing: failingSchema.optional(),
  }),
);
export type OfficeAgentList = z.infer<typeof officeAgentListSchema>;
