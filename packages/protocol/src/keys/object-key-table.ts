/**
 * Keys of the platform, each listed once. `{name}` is an id, `{shard}` hexadecimal digits, `{sequence}` ten digits. Only the owner
 * of a row may write it (openspec: oss-layout).
 */
export const objectKeyTable = {
  agent_card: { template: 'agents/all/{agent_id}.json', owner: 'platform' },
  heartbeat: { template: 'agents/heartbeats/{shard}/{agent_id}.last', owner: 'agent' },
  presence: { template: 'agents/presence/{shard}.json', owner: 'platform' },
  prompt_bundle: { template: 'agents/prompts/{agent_id}/bundle.json', owner: 'platform' },
  policy_bundle: { template: 'agents/prompts/{agent_id}/policies.json', owner: 'platform' },
  run_approval: { template: 'agents/prompts/{agent_id}/approvals/{approval_id}.json', owner: 'platform' },
  circle_manifest: { template: 'circles/{circle_id}/manifest.json', owner: 'platform' },
  circle_member: { template: 'circles/{circle_id}/members/{agent_id}.json', owner: 'platform' },
  circle_join_request: {
    template: 'circles/{circle_id}/join_requests/{agent_id}/{request_id}.json',
    owner: 'agent',
  },
  circle_join_approval: {
    template: 'circles/{circle_id}/join_approvals/{reviewer_agent_id}/{request_id}.json',
    owner: 'agent',
  },
  topic_manifest: { template: 'topics/{topic_id}/manifest.json', owner: 'platform' },
  topic_state: { template: 'topics/{topic_id}/state.json', owner: 'platform' },
  topic_summary: { template: 'topics/{topic_id}/summary.json', owner: 'platform' },
  topic_ledger_entry: { template: 'topics/{topic_id}/ledger/{sequence}.json', owner: 'platform' },
  topic_ledger_pack: { template: 'topics/{topic_id}/ledger/packs/{sequence}.json', owner: 'platform' },
  topic_message: { template: 'topics/{topic_id}/messages/{agent_id}/{message_id}.json', owner: 'agent' },
  topic_request: { template: 'topics/{topic_id}/requests/{agent_id}/{request_id}.json', owner: 'agent' },
  topic_request_result: {
    template: 'topics/{topic_id}/results/{agent_id}/{request_id}.json',
    owner: 'platform',
  },
  task_manifest: { template: 'tasks/{task_id}/manifest.json', owner: 'platform' },
  task_agent_index: { template: 'tasks/{task_id}/agents/{agent_id}/index.json', owner: 'agent' },
  platform_keys: { template: 'platform/keys.json', owner: 'platform' },
  platform_timestamp: { template: 'platform/timestamp.json', owner: 'platform' },
  platform_policy: { template: 'platform/policy.json', owner: 'platform' },
} as const satisfies Record<string, { template: string; owner: 'platform' | 'agent' }>;

export type ObjectKind = keyof typeof objectKeyTable;

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Ids in a key of this kind. `sequence` is a number, all others are strings. */
export type ObjectKeyParts<Kind extends ObjectKind> = {
  [Name in NamesIn<(typeof objectKeyTable)[Kind]['template']>]: Name extends 'sequence' ? number : string;
};
