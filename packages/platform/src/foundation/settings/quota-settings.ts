import { z } from 'zod';

const bytes = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const objects = z.int().min(1).max(100_000);

/** What work handed in to tasks may come to. */
export const quotaSettingsSchema = z
  .object({
    /** Of one artifact. A larger one is never indexed. */
    artifactBytes: bytes.default(256 * 1024 * 1024),
    agentBytes: bytes.default(2 * 1024 ** 3),
    agentObjects: objects.default(1_000),
    /** Of all agents of one owner together. */
    ownerBytes: bytes.default(20 * 1024 ** 3),
    ownerObjects: objects.default(10_000),
  })
  .refine((quota) => quota.agentBytes >= quota.artifactBytes, {
    path: ['agentBytes'],
    message: 'must not be below the largest artifact',
  })
  .refine((quota) => quota.ownerBytes >= quota.agentBytes && quota.ownerObjects >= quota.agentObjects, {
    path: ['ownerBytes'],
    message: 'an owner’s quota must not be below that of one of its agents',
  });
export type QuotaSettings = z.infer<typeof quotaSettingsSchema>;
