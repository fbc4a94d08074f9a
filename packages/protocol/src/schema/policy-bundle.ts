import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, sha256HexSchema, timestampSchema, versionSchema } from './primitives.ts';

/** Policy that an owner or an admin bound to an agent. */
export const boundPolicySchema = z.looseObject({
  name: z.string().min(1).max(200),
  version: z.string().min(1).max(100),
  /** SHA-256 of the canonical JSON of `spec`. */
  sha256: sha256HexSchema,
  /** `spec` of the PolicySpec with its defaults. */
  spec: z.record(z.string(), z.json()),
  bound_by: z.enum(['owner', 'admin']),
});
export type BoundPolicy = z.infer<typeof boundPolicySchema>;

/** Limit of the policies in a bundle: 32 of the owner and 32 of the home. */
export const mostBoundPolicies = 64;

/** Policies that narrow every run of an agent, readable only by the agent. */
export const policyBundleSchema = z.looseObject({
  kind: z.literal('policy_bundle'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  bundle_version: versionSchema,
  issued_at: timestampSchema,
  policies: z.array(boundPolicySchema).max(mostBoundPolicies),
  cert: certificateSchema,
});
export type PolicyBundle = z.infer<typeof policyBundleSchema>;
