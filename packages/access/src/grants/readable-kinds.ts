import type { ObjectKind } from '@agent-home/protocol';

/** Permission of an agent to read objects of one kind. */
export interface Readable {
  by: 'registry_read' | 'prompt_read' | 'topic_read' | 'task_read' | 'circle_read';
  /**
   * `listed`: their keys are listed, and they are never read. `all`: not where a topic shows what is judged alone.
   * `deciders`: by those who decide who joins a circle.
   */
  only?: 'listed' | 'all' | 'deciders';
}

/** Every kind of object, and the right that opens it (openspec: access-policies). A test holds the rights to this. */
export const readableKinds: Record<ObjectKind, Readable> = {
  agent_card: { by: 'registry_read' },
  heartbeat: { by: 'registry_read', only: 'listed' },
  presence: { by: 'registry_read' },
  prompt_bundle: { by: 'prompt_read' },
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
