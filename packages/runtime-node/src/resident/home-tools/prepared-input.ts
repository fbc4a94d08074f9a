import { z } from 'zod';

/** What `prepare` put into the log, read back by another process. */
export const preparedInputSchema = z.strictObject({
  purpose: z.enum(['message', 'request']),
  objectKey: z.string(),
  document: z.string(),
  after: z.int().min(0),
});
