import { z } from 'zod';
import { pinnedPolicySchema } from './pinned-rules.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Version of a certified policy bundle, and the SHA-256 of its published bytes. */
export const bundleNameSchema = z.strictObject({ version: z.int().min(1), sha256 });
export type BundleName = z.infer<typeof bundleNameSchema>;

export const boundBySchema = z.enum(['owner', 'admin']);

/**
 * Policies of a home for the verified identity of a run: of its owner and of the home's admins. They narrow every leg of the run.
 */
export const pinnedBundleSchema = z.strictObject({
  ...bundleNameSchema.shape,
  policies: z.array(z.strictObject({ ...pinnedPolicySchema.shape, bound_by: boundBySchema })),
});
export type PinnedBundle = z.infer<typeof pinnedBundleSchema>;

export const policyBundleTypes = {
  /** A newer bundle, or the same one after it was stale. It applies from the next decision on. */
  'policy.bundle_updated': { kind: 'input', data: pinnedBundleSchema },
  /** The bundle could not be verified for too long: calls are denied until it is. */
  'policy.bundle_stale': { kind: 'input', data: z.strictObject({ reason: z.string() }) },
} as const;
