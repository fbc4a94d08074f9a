import { z } from 'zod';
import { officeHealthSchema } from './health.ts';

/** `GET /v1/admin/health/history`: measurements of the responding process, oldest first. */
export const officeHealthHistorySchema = z.object({
  /** Start of the history: the start of the process, or the oldest stored measurement. */
  since: z.string(),
  every_seconds: z.int(),
  /** A failed measurement leaves a gap. */
  seen: z.array(officeHealthSchema.omit({ versions: true })),
});
export type OfficeHealthHistory = z.infer<typeof officeHealthHistorySchema>;
