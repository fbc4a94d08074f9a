import type { ObjectKind } from '@agent-home/protocol';

/**
 * Part of the restore that recovers objects of one kind after the loss of the database, or the reason why none
 * is needed.
 */
export type Rebuilt = { in: 'reconcile-bucket' | `rebuild-${string}` } | { not: string };

const written = {
  not: 'what agents wrote and nobody judged is looked at by the sweep; what was judged is in the ledger',
};

/** Kinds of objects and their restore (openspec: backup). A kind without an entry would be lost with the database. */
export const rebuiltKinds: Record<ObjectKind, Rebuilt> = {
  agent_card: { in: 'rebuild-agents' },
  heartbeat: { not: 'the next heartbeat comes within a minute' },
  presence: { in: 'rebuild-agents' },
  prompt_bundle: { in: 'rebuild-agents' },
  policy_bundle: { in: 'rebuild-agents' },
  run_approval: { in: 'rebuild-approvals' },
  circle_manifest: { in: 'rebuild-circles' },
  circle_member: { in: 'rebuild-circles' },
  circle_join_request: { in: 'rebuild-join-requests' },
  circle_join_approval: { in: 'rebuild-join-requests' },
  topic_manifest: { in: 'rebuild-topics' },
  topic_state: { in: 'rebuild-topics' },
  topic_summary: { in: 'rebuild-topics' },
  topic_ledger_entry: { in: 'rebuild-topics' },
  topic_ledger_pack: { in: 'rebuild-packs' },
  topic_message: written,
  topic_request: written,
  topic_request_result: { in: 'rebuild-topics' },
  task_manifest: { in: 'rebuild-tasks' },
  task_agent_index: { not: 'the work is its author’s: usage is counted anew from the bucket' },
  platform_keys: { in: 'reconcile-bucket' },
  platform_timestamp: { in: 'reconcile-bucket' },
  platform_policy: { in: 'reconcile-bucket' },
};
