import { z } from 'zod';
import { officeHealthSchema } from './health.ts';

/** `GET /v1/admin/health/history`: measurements of the responding process, oldest first. */
export const officeHealthHistorySchema = z.object({
  /** Since when it looks: the start of the process, or as far back as it remembers. */
  since: z.string(),
  every_seconds: z.int(),
  /** A look that failed leaves a gap. */
  seen: z.array(officeHealthSchema.omit({ versions: true })),
});
export type OfficeHealthHistory = z.infer<typeof officeHealthHistorySchema>;
