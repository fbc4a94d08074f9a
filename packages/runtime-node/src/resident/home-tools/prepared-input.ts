import { z } from 'zod';

/** Result of `prepare` in the log, as read by another process. */
export const preparedInputSchema = z.strictObject({
  purpose: z.enum(['message', 'request']),
  objectKey: z.string(),
  document: z.string(),
  after: z.int().min(0),
});
