import type { ContainerKind } from './dimensions.ts';

/**
 * Keys to try: every row of the bucket's table and its neighbours. In a key `{me}` is the agent, `{other}` another one, `{now}` the
 * correct message id at this moment. `{past}` and `{next}` are those of the turns before and after; the containers' ids are
 * `{topic}`, `{circle}` and `{task}`.
 */
export interface ObjectClass {
  key: string;
  /** Prefix of a listing; the key's folder unless given. */
  prefix?: string;
  /** Prefix at which no object can exist. */
  listOnly?: true;
}

const objectClasses = {
  topic: {
    manifest: { key: 'topics/{topic}/manifest.json' },
    manifest_v2: { key: 'topics/{topic}/manifest.v2.json' },
    manifest_v3: { key: 'topics/{topic}/manifest.v3.json' },
    state: { key: 'topics/{topic}/state.json' },
    summary: { key: 'topics/{topic}/summary.json' },
    ledger_entry: { key: 'topics/{topic}/ledger/0000000001.json' },
    ledger_pack: { key: 'topics/{topic}/ledger/packs/0000000001.json' },
    result_own: { key: 'topics/{topic}/results/{me}/r000001.json' },
    result_of_another: { key: 'topics/{topic}/results/{other}/r000001.json' },
    message_now: { key: 'topics/{topic}/messages/{me}/{now}.json' },
    message_past: { key: 'topics/{topic}/messages/{me}/{past}.json' },
    message_next: { key: 'topics/{topic}/messages/{me}/{next}.json' },
    message_of_another: { key: 'topics/{topic}/messages/{other}/{now}.json' },
    request_own: { key: 'topics/{topic}/requests/{me}/{request}.json' },
    request_far_ahead: { key: 'topics/{topic}/requests/{me}/r000999.json' },
    request_of_another: { key: 'topics/{topic}/requests/{other}/r000001.json' },
    message_slash: { key: 'topics/{topic}/messages/{me}/{now}.json/' },
    message_longer: { key: 'topics/{topic}/messages/{me}/{now}.jsonx' },
    message_below: { key: 'topics/{topic}/messages/{me}/{now}.json/x' },
    message_of_longer_name: { key: 'topics/{topic}/messages/{me}x/{now}.json' },
    manifest_slash: { key: 'topics/{topic}/manifest.json/' },
    sibling_manifest: { key: 'topics/{topic}x/manifest.json' },
    sibling_message: { key: 'topics/{topic}x/messages/{me}/{now}.json' },
    folder_without_slash: { key: 'topics/{topic}', prefix: 'topics/{topic}', listOnly: true },
    all_topics: { key: 'topics/', prefix: 'topics/', listOnly: true },
    whole_bucket: { key: '', prefix: '', listOnly: true },
  },
  circle: {
    manifest: { key: 'circles/{circle}/manifest.json' },
    manifest_v2: { key: 'circles/{circle}/manifest.v2.json' },
    manifest_v3: { key: 'circles/{circle}/manifest.v3.json' },
    member_own: { key: 'circles/{circle}/members/{me}.json' },
    member_another: { key: 'circles/{circle}/members/{other}.json' },
    join_request_own: { key: 'circles/{circle}/join_requests/{me}/{join}.json' },
    join_request_own_other_id: { key: 'circles/{circle}/join_requests/{me}/j000999.json' },
    join_request_of_another: { key: 'circles/{circle}/join_requests/{other}/{waiting}.json' },
    join_approval_own: { key: 'circles/{circle}/join_approvals/{me}/{waiting}.json' },
    join_approval_own_other_id: { key: 'circles/{circle}/join_approvals/{me}/j000999.json' },
    join_approval_of_another: { key: 'circles/{circle}/join_approvals/{other}/{waiting}.json' },
    sibling_manifest: { key: 'circles/{circle}x/manifest.json' },
    sibling_member: { key: 'circles/{circle}x/members/{other}.json' },
    manifest_slash: { key: 'circles/{circle}/manifest.json/' },
    folder_without_slash: { key: 'circles/{circle}', prefix: 'circles/{circle}', listOnly: true },
    all_circles: { key: 'circles/', prefix: 'circles/', listOnly: true },
  },
  task: {
    manifest: { key: 'tasks/{task}/manifest.json' },
    index_own: { key: 'tasks/{task}/agents/{me}/index.json' },
    artifact_own: { key: 'tasks/{task}/agents/{me}/draft/page-1.md' },
    index_of_another: { key: 'tasks/{task}/agents/{other}/index.json' },
    artifact_of_another: { key: 'tasks/{task}/agents/{other}/draft/page-1.md' },
    artifact_of_longer_name: { key: 'tasks/{task}/agents/{me}x/index.json' },
    artifact_folder_as_key: { key: 'tasks/{task}/agents/{me}' },
    sibling_manifest: { key: 'tasks/{task}x/manifest.json' },
    sibling_artifact: { key: 'tasks/{task}x/agents/{me}/index.json' },
    folder_without_slash: { key: 'tasks/{task}', prefix: 'tasks/{task}', listOnly: true },
    all_tasks: { key: 'tasks/', prefix: 'tasks/', listOnly: true },
  },
  registry: {
    card_own: { key: 'agents/all/{me}.json' },
    card_of_another: { key: 'agents/all/{other}.json' },
    heartbeat_own: { key: 'agents/heartbeats/{shard}/{me}.last', prefix: 'agents/heartbeats/' },
    heartbeat_own_wrong_shard: { key: 'agents/heartbeats/{shard}0/{me}.last' },
    heartbeat_own_longer: { key: 'agents/heartbeats/{shard}/{me}.lastx' },
    heartbeat_of_another: { key: 'agents/heartbeats/{other_shard}/{other}.last' },
    presence: { key: 'agents/presence/{shard}.json' },
    all_agents: { key: 'agents/', prefix: 'agents/', listOnly: true },
    cards_without_slash: { key: 'agents/all', prefix: 'agents/all', listOnly: true },
    neighbour_of_cards: { key: 'agents/allx/{me}.json' },
  },
  prompt_bundle: {
    bundle_own: { key: 'agents/prompts/{me}/bundle.json' },
    bundle_own_v2: { key: 'agents/prompts/{me}/bundle.v2.json' },
    bundle_of_another_v2: { key: 'agents/prompts/{other}/bundle.v2.json' },
    policies_own: { key: 'agents/prompts/{me}/policies.json' },
    policies_own_v2: { key: 'agents/prompts/{me}/policies.v2.json' },
    policies_of_another: { key: 'agents/prompts/{other}/policies.json' },
    policies_of_longer_name: { key: 'agents/prompts/{me}x/policies.json' },
    approval_own: { key: 'agents/prompts/{me}/approvals/ask_1.json' },
    approval_of_another: { key: 'agents/prompts/{other}/approvals/ask_1.json' },
    approval_of_longer_name: { key: 'agents/prompts/{me}x/approvals/ask_1.json' },
    bundle_own_beside: { key: 'agents/prompts/{me}/notes.json' },
    bundle_of_another: { key: 'agents/prompts/{other}/bundle.json' },
    bundle_of_longer_name: { key: 'agents/prompts/{me}x/bundle.json' },
    all_bundles: { key: 'agents/prompts/', prefix: 'agents/prompts/', listOnly: true },
  },
  platform: {
    keys: { key: 'platform/keys.json' },
    timestamp: { key: 'platform/timestamp.json' },
    policy: { key: 'platform/policy.json' },
    neighbour: { key: 'platformx/keys.json' },
    whole_bucket: { key: '', prefix: '', listOnly: true },
  },
} satisfies Record<ContainerKind, Record<string, ObjectClass>>;

export type ObjectName<Kind extends ContainerKind> = keyof (typeof objectClasses)[Kind];

export function objectNames(kind: ContainerKind): string[] {
  return Object.keys(objectClasses[kind]);
}

export function objectClass(kind: ContainerKind, name: string): ObjectClass {
  const classes: Record<string, ObjectClass> = objectClasses[kind];
  const found = classes[name];
  if (!found) throw new Error(`${kind} has no object ${name}`);
  return found;
}
