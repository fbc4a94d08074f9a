import { z } from 'zod';
import { momentSchema, namesShape } from '../parts/paging.ts';
import { officeAuditQuerySchema } from './audit.ts';

/** `GET /v1/admin/audit/readers`: agents that held credentials for a place in a period, and when. */
export const officeReadersQuerySchema = z.object({
  agent_id: officeAuditQuerySchema.shape.agent_id,
  container: officeAuditQuerySchema.shape.container,
  from: momentSchema,
  /** At most eight days after `from`. */
  to: momentSchema,
});

export const officeReadersSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Requested containers, with the present content of a requested circle. Empty for all. */
  containers: z.array(z.string()),
  readers: z.array(
    z.object({
      agent_id: z.string(),
      /** Number of issued credentials. */
      credentials: z.int(),
      reads: z.boolean(),
      writes: z.boolean(),
      /** Merged periods in which any of them was valid, cut to the requested time. */
      held: z.array(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
  /** For a circle: its members in that period. */
  members: z
    .array(
      z.object({
        agent_id: z.string(),
        role: z.string(),
        joined_at: z.string(),
        left_at: z.string().optional(),
      }),
    )
    .optional(),
  /** True if more agents exist than are returned. */
  cut: z.boolean(),
  ...namesShape,
});
export type OfficeReaders = z.infer<typeof officeReadersSchema>;
