import { sha256HexSchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Limit of one document, in UTF-16 units; the decoder limits its bytes to the same number. */
const longestDocument = 256 * 1024;
/** Limit of the policies in a list. */
const mostPolicies = 32;

const policyDocumentSchema = z.strictObject({
  /** PolicySpec in YAML or JSON. */
  text: z.string().min(1).max(longestDocument),
});
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

/** `PUT /v1/agents/{agent_id}/policies` and `PUT /v1/admin/policies`: the whole list. */
export const policyListSchema = z.strictObject({
  policies: z.array(policyDocumentSchema).max(mostPolicies),
  /** `list_version` of the list that the change was made from: another list is not replaced. */
  expected_version: sha256HexSchema.optional(),
});
export type PolicyList = z.infer<typeof policyListSchema>;

/** Last change of a list of policies. */
const policyListChangeSchema = z.object({
  by: z.object({ kind: z.enum(['token', 'user', 'local', 'agent']), id: z.string() }),
  at: z.string(),
});
export type PolicyListChange = z.infer<typeof policyListChangeSchema>;

/** State of a list that can be changed as a whole. */
const listState = {
  /** Names the list's content; `expected_version` of a change. */
  list_version: sha256HexSchema,
  /** Absent if the list was never changed. */
  changed: policyListChangeSchema.optional(),
};

const policyNameSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** SHA-256 of the canonical JSON of the policy's `spec` with its defaults, as in logs of runs. */
  sha256: sha256HexSchema,
});

export const boundPoliciesSchema = z.object({
  agent_id: z.string(),
  /** Version of the agent's certified bundle; 0 if the agent has none. */
  bundle_version: z.int(),
  policies: z.array(policyNameSchema),
});
export type BoundPolicies = z.infer<typeof boundPoliciesSchema>;

/** Policy with its rules. */
const shownPolicySchema = policyNameSchema.extend({
  /** `spec` of the PolicySpec with its defaults. */
  spec: z.record(z.string(), z.unknown()),
});
export type ShownPolicy = z.infer<typeof shownPolicySchema>;

/** `GET /v1/agents/{agent_id}/policies`: the newest bundle of an agent. */
export const agentPoliciesSchema = z.object({
  agent_id: z.string(),
  /** 0 if the agent has no bundle. */
  bundle_version: z.int(),
  /** SHA-256 of the published bytes; absent until this version is published. */
  bundle_sha256: sha256HexSchema.optional(),
  policies: z.array(shownPolicySchema.extend({ bound_by: z.enum(['owner', 'admin']) })),
  ...listState,
});
export type AgentPolicies = z.infer<typeof agentPoliciesSchema>;

export const shownHomePoliciesSchema = z.object({ policies: z.array(shownPolicySchema), ...listState });
export type ShownHomePolicies = z.infer<typeof shownHomePoliciesSchema>;

export const homePoliciesSchema = z.object({
  policies: z.array(policyNameSchema),
  /** Number of agents whose bundle got a new version. */
  changed_bundles: z.int(),
});
export type HomePolicies = z.infer<typeof homePoliciesSchema>;
