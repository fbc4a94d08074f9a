import { z } from 'zod';

/** More than ten years is a slip of the pen; less than a day is no period a bucket knows. */
const days = z.int().min(1).max(3_650);

/** How many days things are kept that are not kept for good. */
export const retentionSettingsSchema = z.object({
  /** Since an agent was last heard of. */
  heartbeatDays: days.default(7),
  /** Since a multipart upload was begun that nobody completed. */
  unfinishedUploadDays: days.max(30).default(1),
  /** Since the right to write the key ended and nobody had judged what was there. */
  unjudgedInputDays: days.default(7),
  /** Since a message or request was refused. What of it parsed is in the ledger. */
  refusedInputDays: days.default(30),
  /** Since the request to join, which the object was about, was decided. */
  joinObjectDays: days.default(90),
  /** Since a result was published; the ledger and the feed keep the verdict. */
  resultDays: days.default(90),
});
export type RetentionSettings = z.infer<typeof retentionSettingsSchema>;
