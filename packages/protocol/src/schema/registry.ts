import type { z } from 'zod';
import type { ObjectKind } from '../keys/object-key-table.ts';
import { agentCardSchema } from './agent-card.ts';
import {
  circleJoinApprovalSchema,
  circleJoinRequestSchema,
  circleManifestSchema,
  circleMemberEndedSchema,
  circleMemberSchema,
} from './circle.ts';
import { heartbeatSchema, presenceSchema } from './heartbeat.ts';
import { platformKeysSchema, platformPolicySchema, platformTimestampSchema } from './platform.ts';
import { policyBundleSchema } from './policy-bundle.ts';
import { promptBundleSchema } from './prompt-bundle.ts';
import { runApprovalSchema } from './run-approval.ts';
import { taskAgentIndexSchema, taskManifestSchema } from './task.ts';
import { topicMessageSchema, topicRequestSchema } from './topic-input.ts';
import { topicLedgerEntrySchema } from './topic-ledger-entry.ts';
import { topicLedgerPackSchema } from './topic-ledger-pack.ts';
import { topicManifestSchema } from './topic-manifest.ts';
import { topicRequestResultSchema } from './topic-request-result.ts';
import { topicStateSchema, topicSummarySchema } from './topic-state.ts';

/** Schemas of every kind, by `schema_version`. A breaking change adds a version next to the old one. */
export const objectSchemas = {
  agent_card: { 1: agentCardSchema },
  prompt_bundle: { 1: promptBundleSchema },
  policy_bundle: { 1: policyBundleSchema },
  run_approval: { 1: runApprovalSchema },
  heartbeat: { 1: heartbeatSchema },
  presence: { 1: presenceSchema },
  task_manifest: { 1: taskManifestSchema },
  task_agent_index: { 1: taskAgentIndexSchema },
  circle_manifest: { 1: circleManifestSchema },
  circle_member: { 1: circleMemberSchema },
  circle_join_request: { 1: circleJoinRequestSchema },
  circle_join_approval: { 1: circleJoinApprovalSchema },
  topic_manifest: { 1: topicManifestSchema },
  topic_state: { 1: topicStateSchema },
  topic_summary: { 1: topicSummarySchema },
  topic_message: { 1: topicMessageSchema },
  topic_request: { 1: topicRequestSchema },
  topic_request_result: { 1: topicRequestResultSchema },
  topic_ledger_entry: { 1: topicLedgerEntrySchema },
  topic_ledger_pack: { 1: topicLedgerPackSchema },
  platform_keys: { 1: platformKeysSchema },
  platform_timestamp: { 1: platformTimestampSchema },
  platform_policy: { 1: platformPolicySchema },
} as const satisfies Record<ObjectKind, Record<number, z.ZodType>>;

/** Records that replace an object of a kind once it has ended, with a `kind` of their own. */
export const endedSchemas = {
  circle_member: { kind: 'circle_member_ended', 1: circleMemberEndedSchema },
} as const satisfies Partial<Record<ObjectKind, { kind: string; 1: z.ZodType }>>;

type Ended<Kind> = Kind extends keyof typeof endedSchemas ? z.infer<(typeof endedSchemas)[Kind][1]> : never;

export type ObjectOfKind<Kind extends ObjectKind> = z.infer<(typeof objectSchemas)[Kind][1]> | Ended<Kind>;

/** Kinds that carry `cert`. `platform_keys` is signed by the root keys instead. */
export type CertifiedKind = {
  [Kind in ObjectKind]: ObjectOfKind<Kind> extends { cert: unknown } ? Kind : never;
}[ObjectKind];

/** Returns true if objects of this kind carry the platform's certificate. */
export function isCertifiedKind(kind: ObjectKind): kind is CertifiedKind {
  return 'cert' in objectSchemas[kind][1].shape;
}

/** Returns true if an object with this declared kind may be stored at the keys of `kind`. */
export function mayLieAt(kind: ObjectKind, said: unknown): boolean {
  return said === kind || (said !== undefined && said === endedAt(kind)?.kind);
}

/** @param said the object's own `kind`, if it may differ from that of its key */
export function schemaOf(
  kind: ObjectKind,
  schemaVersion: number,
  said: unknown = kind,
): z.ZodType | undefined {
  const versions: object | undefined = said === kind ? objectSchemas[kind] : endedAt(kind);
  return (versions as Record<number, z.ZodType> | undefined)?.[schemaVersion];
}

function endedAt(kind: ObjectKind): { kind: string } | undefined {
  return (endedSchemas as Partial<Record<ObjectKind, { kind: string }>>)[kind];
}
