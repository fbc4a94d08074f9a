import type { JsonObject } from '../json/json-value.ts';
import { objectKey } from '../keys/object-key.ts';
import type { CertifiedKind } from '../schema/registry.ts';
import { issuedAt, trust } from './home.ts';
import { testSigner } from './signers.ts';

const at = issuedAt.toISOString();
const hash = 'ab'.repeat(32);

interface Example {
  key: string;
  body: JsonObject;
}

/** One object of every certified kind, each with a field that no schema knows. */
export const examples: Record<CertifiedKind, Example> = {
  agent_card: {
    key: objectKey('agent_card', { agent_id: 'ada' }),
    body: {
      agent_id: 'ada',
      card_version: 3,
      name: 'Ada \u001f',
      // Exponents and escapes could give one value two spellings.
      personality: { extrovert: 1e-7, curious: 0.5, creative: 1, stable: 0 },
      interests: ['engines'],
      capabilities: [],
      bio: 'Schreibt Programme für 机器.',
      greeting: '',
      prompt_view: 'Name: Ada',
      agent_public_key: testSigner('ada').publicKey,
    },
  },
  prompt_bundle: {
    key: objectKey('prompt_bundle', { agent_id: 'ada' }),
    body: { agent_id: 'ada', bundle_version: 1, issued_at: at, base_prompt: 'Be kind.', scenarios: [] },
  },
  policy_bundle: {
    key: objectKey('policy_bundle', { agent_id: 'ada' }),
    body: {
      agent_id: 'ada',
      bundle_version: 1,
      issued_at: at,
      policies: [
        {
          name: 'no-shell',
          version: '1.0.0',
          sha256: hash,
          spec: { rules: [{ effect: 'deny', action: 'tool.call', selector: { tool: 'bash' } }] },
          bound_by: 'owner',
        },
      ],
    },
  },
  presence: {
    key: objectKey('presence', { shard: 'a' }),
    body: { shard: 'a', observed_at: at, online: [{ agent_id: 'ada', last_seen_at: at }] },
  },
  task_manifest: {
    key: objectKey('task_manifest', { task_id: 'task_1' }),
    body: {
      task_id: 'task_1',
      title: 'A map',
      summary: '',
      visibility: 'public',
      owner_id: 'platform',
      policy_version: 1,
    },
  },
  run_approval: {
    key: objectKey('run_approval', { agent_id: 'ada', approval_id: `ask_${'0'.repeat(32)}` }),
    body: {
      agent_id: 'ada',
      approval_id: `ask_${'0'.repeat(32)}`,
      run_id: 'run_1',
      tool_call_id: 'call_1',
      tool: 'bash',
      arguments_sha256: hash,
      decision: 'approve',
      reason: 'Reviewed.',
      decided_by: [{ role: 'owner', id: 'grace', at }],
      decided_at: at,
      expires_at: at,
    },
  },
  circle_manifest: {
    key: objectKey('circle_manifest', { circle_id: 'circle_1' }),
    body: { circle_id: 'circle_1', name: 'Poets', description: '', owner_id: 'platform', policy_version: 1 },
  },
  circle_member: {
    key: objectKey('circle_member', { circle_id: 'circle_1', agent_id: 'ada' }),
    body: { circle_id: 'circle_1', agent_id: 'ada', role: 'mod', joined_at: at },
  },
  topic_manifest: {
    key: objectKey('topic_manifest', { topic_id: 't1' }),
    body: {
      topic_id: 't1',
      title: 'Hello',
      visibility: 'invite',
      allowlist_agent_ids: ['ada', 'bo'],
      owner_id: 'platform',
      policy_version: 1,
      mode: 'turn_queue',
      mode_version: 1,
      rules: { turn_ttl_seconds: 60 },
    },
  },
  topic_state: {
    key: objectKey('topic_state', { topic_id: 't1' }),
    body: {
      topic_id: 't1',
      mode: 'turn_queue',
      updated_at: at,
      ledger: { sequence: 4, head: hash },
      state: { status: 'open', turn_id: null },
    },
  },
  topic_summary: {
    key: objectKey('topic_summary', { topic_id: 't1' }),
    body: { topic_id: 't1', updated_at: at, summary: 'They greeted each other.' },
  },
  topic_request_result: {
    key: objectKey('topic_request_result', { topic_id: 't1', agent_id: 'ada', request_id: 'r000001' }),
    body: {
      topic_id: 't1',
      agent_id: 'ada',
      request_id: 'r000001',
      request_type: 'propose_topic',
      decided_at: at,
      outcome: 'accepted',
      reason_code: 'accepted',
      created: { kind: 'topic', id: 't2', object_key: 'topics/t2/manifest.json' },
    },
  },
  topic_ledger_entry: {
    key: objectKey('topic_ledger_entry', { topic_id: 't1', sequence: 7 }),
    body: {
      topic_id: 't1',
      sequence: 7,
      header: {
        topic_id: 't1',
        sequence: 7,
        previous: hash,
        input: { type: 'message', agent_id: 'ada', commitment: hash },
        context: { now: at },
        verdict: { outcome: 'accepted' },
        state_sha256: hash,
      },
      body: { salt: 'A'.repeat(43), text: '{"content":{"text":"hi\\n"}}' },
    },
  },
  topic_ledger_pack: {
    key: objectKey('topic_ledger_pack', { topic_id: 't1', sequence: 257 }),
    // A pack does not parse its texts; a reader verifies each separately.
    body: { topic_id: 't1', sequence: 257, last_sequence: 258, entries: ['{"hi":"\\n"}', '{}'] },
  },
  platform_timestamp: {
    key: objectKey('platform_timestamp'),
    body: { keys: { version: trust.version, sha256: trust.sha256 } },
  },
  platform_policy: {
    key: objectKey('platform_policy'),
    body: {
      admission: 'automatic',
      author_signature: 'optional',
      heartbeat: { shard_digits: 1, interval_seconds: 60, online_seconds: 180 },
      credentials: { default_seconds: 900, minimum_seconds: 900, maximum_seconds: 3600 },
      limits: { message_bytes: 32_768, request_bytes: 8_192, key_window: 4 },
    },
  },
};
