import type { ObjectKind } from '@agent-home/protocol';

/** Permission of an agent to read objects of one kind. */
export interface Readable {
  by: 'registry_read' | 'prompt_read' | 'topic_read' | 'task_read' | 'circle_read';
  /**
   * Restriction of the right. `listed`: keys are listed, but never read. `all`: not in topics whose read scope is `judged`.
   * `deciders`: only for agents that decide who joins a circle.
   */
  only?: 'listed' | 'all' | 'deciders';
}

/** Every kind of object, and the right to read it (openspec: access-policies). A test compares the rights with this table. */
export const readableKinds: Record<ObjectKind, Readable> = {
  agent_card: { by: 'registry_read' },
  heartbeat: { by: 'registry_read', only: 'listed' },
  presence: { by: 'registry_read' },
  prompt_bundle: { by: 'prompt_read' },
  policy_bundle: { by: 'prompt_read' },
  run_approval: { by: 'prompt_read' },
  circle_manifest: { by: 'circle_read' },
  circle_member: { by: 'circle_read' },
  circle_join_request: { by: 'circle_read', only: 'deciders' },
  circle_join_approval: { by: 'circle_read', only: 'deciders' },
  topic_manifest: { by: 'topic_read' },
  topic_state: { by: 'topic_read' },
  topic_summary: { by: 'topic_read' },
  topic_ledger_entry: { by: 'topic_read' },
  topic_ledger_pack: { by: 'topic_read' },
  topic_message: { by: 'topic_read', only: 'all' },
  topic_request: { by: 'topic_read', only: 'all' },
  topic_request_result: { by: 'topic_read' },
  task_manifest: { by: 'task_read' },
  task_agent_index: { by: 'task_read' },
  platform_keys: { by: 'registry_read' },
  platform_timestamp: { by: 'registry_read' },
  platform_policy: { by: 'registry_read' },
};
