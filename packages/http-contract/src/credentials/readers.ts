import { z } from 'zod';
import { momentSchema, namesShape } from '../parts/paging.ts';
import { officeAuditQuerySchema } from './audit.ts';

/** `GET /v1/admin/audit/readers`: who held what opened a place at some time, and when. */
export const officeReadersQuerySchema = z.object({
  agent_id: officeAuditQuerySchema.shape.agent_id,
  container: officeAuditQuerySchema.shape.container,
  from: momentSchema,
  /** At most eight days later. */
  to: momentSchema,
});

export const officeReadersSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** What was asked for: of a circle, what is in it now too. Empty where everything was. */
  containers: z.array(z.string()),
  readers: z.array(
    z.object({
      agent_id: z.string(),
      /** How often credentials were handed out. */
      credentials: z.int(),
      reads: z.boolean(),
      writes: z.boolean(),
      /** When any of them was good, put together; cut to the time that was asked for. */
      held: z.array(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
  /** Of a circle: who was a member of it in that time. */
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
  /** There are more agents than are told. */
  cut: z.boolean(),
  ...namesShape,
});
export type OfficeReaders = z.infer<typeof officeReadersSchema>;
