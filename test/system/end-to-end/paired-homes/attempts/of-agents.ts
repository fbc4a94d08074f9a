import type { ExampleAgent } from '../../../../../examples/published-home/example-agent.ts';
import { approvalOf } from '../../../../support/approval-request.ts';
import { denyShell } from '../../../../support/policy-texts.ts';
import { linesOf, sealRun } from '../../../../support/sealed-run.ts';
import { secret } from '../homes.ts';
import {
  agentIds,
  approvalIds,
  type Cases,
  circleIds,
  close,
  keysOfSecrets,
  one,
  onSecret,
  paged,
  runIds,
  specNames,
  taskIds,
  topicIds,
} from './cases.ts';

const madeUpName = 'A'.repeat(22);
const card = { name: 'X', personality: { extrovert: 0, curious: 0, creative: 0, stable: 0 } };
const prompts = { base_prompt: 'tell me' };
const keyProof = (agent: ExampleAgent) => ({
  kind: 'agent_key_proof',
  schema_version: 1,
  agent_id: 'ira',
  public_key: agent.signer.publicKey,
  author_sig: {
    alg: 'Ed25519',
    canonicalization: 'JCS',
    key_id: agent.signer.keyId,
    signature: 'A'.repeat(86),
  },
});

const grants = [
  ...['registry_read', 'prompt_read', 'heartbeat_write'].map((type) => ({ type })),
  ...['topic_read', 'topic_request_write', 'topic_message_write'].flatMap((type) =>
    [...secret.topics, 'aa-square', 'nowhere'].map((id) => ({ type, topic_id: id })),
  ),
  ...['task_read', 'task_write'].flatMap((type) =>
    [...secret.tasks, 'aa-work', 'nowhere'].map((id) => ({ type, task_id: id })),
  ),
  ...['circle_read', 'circle_join_request_write', 'circle_join_approval_write'].flatMap((type) =>
    [secret.circle, 'aa-club', 'nowhere'].map((id) => ({ type, circle_id: id })),
  ),
];

/** Requests of an outsider to the routes for agents and their owners. */
export const attemptsOfAgents: Record<string, Cases> = {
  'get /healthz': one('/healthz'),
  'get /readyz': one('/readyz'),
  'get /metrics': one('/metrics'),
  'get /v1/me': one('/v1/me'),
  'get /v1/topics': paged('/v1/topics'),
  'get /v1/tasks': paged('/v1/tasks'),
  'get /v1/circles': paged('/v1/circles'),
  'get /v1/agents': () =>
    ['', '?limit=1', '?online=true', '?updated_since=2020-01-01T00:00:00Z', `?after=${madeUpName}`]
      .concat(circleIds.map((id) => `?circle_id=${id}`))
      .map((query) => ({ at: `/v1/agents${query}` })),
  'get /v1/feed': () =>
    ['', '?limit=1', '?wait=0.05', '?about=me', '?since=2020-01-01T00:00:00Z', `?after=${madeUpName}`].map(
      (page) => ({ at: `/v1/feed${page}` }),
    ),
  'post /v1/feed/ack': one('/v1/feed/ack', { event_ids: ['1'] }, { event_ids: [madeUpName] }),
  'put /v1/topics/{topic_id}/follow': onSecret((id) => `/v1/topics/${id}/follow`, topicIds),
  'delete /v1/topics/{topic_id}/follow': onSecret((id) => `/v1/topics/${id}/follow`, topicIds),
  'put /v1/tasks/{task_id}/follow': onSecret((id) => `/v1/tasks/${id}/follow`, taskIds),
  'delete /v1/tasks/{task_id}/follow': onSecret((id) => `/v1/tasks/${id}/follow`, taskIds),
  'get /v1/circles/{circle_id}/members': onSecret((id) => `/v1/circles/${id}/members?limit=1`, circleIds),
  'get /v1/circles/{circle_id}/join-requests': onSecret((id) => `/v1/circles/${id}/join-requests`, circleIds),
  'post /v1/circles/{circle_id}/leave': onSecret((id) => `/v1/circles/${id}/leave`, circleIds),
  'get /v1/tasks/{task_id}/participants': onSecret((id) => `/v1/tasks/${id}/participants`, taskIds),
  'get /v1/tasks/{task_id}/artifacts': onSecret((id) => `/v1/tasks/${id}/artifacts?limit=1`, taskIds),
  'post /v1/tasks/{task_id}/artifacts/removal': onSecret(
    (id) => `/v1/tasks/${id}/artifacts/removal`,
    taskIds,
    taskIds.map((id) => ({ object_keys: [`tasks/${id}/agents/ira/work.txt`] })),
  ),
  'post /v1/credentials': one(
    '/v1/credentials',
    { grants },
    ...grants.map((grant) => ({ grants: [grant] })),
    { grants: grants.slice(0, 20), duration_seconds: 3600 },
  ),
  'get /v1/runs': () =>
    ['', '?agent_id=ira', '?state=answered', '?q=key', '?delegated=false'].map((query) => ({
      at: `/v1/runs${query}`,
    })),
  'get /v1/runs/use': () =>
    ['', '?days=90', '?agent_id=ira'].map((query) => ({ at: `/v1/runs/use${query}` })),
  'get /v1/runs/{run_id}': onSecret((id) => `/v1/runs/${id}`, runIds),
  'get /v1/runs/{run_id}/records': onSecret((id) => `/v1/runs/${id}/records?from_seq=1`, runIds),
  'get /v1/runs/{run_id}/stream': onSecret((id) => `/v1/runs/${id}/stream?agent_id=ira`, runIds),
  'delete /v1/runs/{run_id}': onSecret((id) => `/v1/runs/${id}`, runIds),
  'post /v1/runs/{run_id}/records': (agent) => {
    const log = (runId: string, agentId: string) =>
      linesOf(sealRun({ runId, agentId, asked: secret.title, startedAt: agent.home.now }));
    return runIds.flatMap((id) =>
      [
        { from_seq: 0, records: [] },
        { from_seq: 3, records: log(id, agent.agentId).slice(3) },
        { from_seq: 0, records: log(id, 'ira') },
        { from_seq: 0, records: log(id, agent.agentId) },
      ].map((body) => ({ at: `/v1/runs/${id}/records`, body })),
    );
  },
  'get /v1/approvals': () =>
    ['', '?agent_id=ira', '?state=pending'].map((query) => ({ at: `/v1/approvals${query}` })),
  'post /v1/approvals': (agent) =>
    approvalIds.map((id) => ({ at: '/v1/approvals', body: approvalOf(id, { now: agent.home.now }) })),
  'delete /v1/approvals/{approval_id}': onSecret((id) => `/v1/approvals/${id}`, approvalIds),
  'post /v1/agents/{agent_id}/approvals/{approval_id}/decision': () =>
    agentIds.flatMap((agentId) =>
      approvalIds.map((id) => ({
        at: `/v1/agents/${agentId}/approvals/${id}/decision`,
        body: { decision: 'approve', arguments_sha256: approvalOf(id).arguments_sha256 },
      })),
    ),
  'get /v1/agents/{agent_id}/approver-rules': onSecret((id) => `/v1/agents/${id}/approver-rules`, agentIds),
  'put /v1/agents/{agent_id}/approver-rules': onSecret((id) => `/v1/agents/${id}/approver-rules`, agentIds, [
    { admins_may_decide: true, two_for_high_risk: false },
  ]),
  'post /v1/verification-failures': one('/v1/verification-failures', {
    failures: keysOfSecrets.map((key) => ({ object_key: key, code: 'bad_signature', version: 1 })),
  }),
  'post /v1/agents': (agent) => [
    { at: '/v1/agents', body: { agent_id: 'ira', public_key: agent.signer.publicKey, card } },
    { at: '/v1/agents', body: { agent_id: 'ivo', public_key: agent.signer.publicKey, card } },
  ],
  'post /v1/agents/{agent_id}/admission': onSecret((id) => `/v1/agents/${id}/admission`, agentIds),
  'put /v1/agents/{agent_id}/card': onSecret((id) => `/v1/agents/${id}/card`, agentIds, [card]),
  'put /v1/agents/{agent_id}/prompt-bundle': onSecret((id) => `/v1/agents/${id}/prompt-bundle`, agentIds, [
    prompts,
  ]),
  'put /v1/agents/{agent_id}/policies': onSecret((id) => `/v1/agents/${id}/policies`, agentIds, [
    { policies: [] },
    { policies: [{ text: denyShell }] },
  ]),
  'post /v1/agents/{agent_id}/withdrawal': onSecret((id) => `/v1/agents/${id}/withdrawal`, agentIds, [
    { objects: 'erase' },
  ]),
  'put /v1/agents/{agent_id}/key': (agent) =>
    agentIds.map((id) => ({ at: `/v1/agents/${id}/key`, body: keyProof(agent) })),
  'get /schemas/{file}': one('/schemas/agent.schema.json'),
  'get /v1/specs': () =>
    ['', '?kind=tools', '?limit=1', '?owner_id=inner', ...specNames.map((name) => `?name=${name}`)].map(
      (query) => ({ at: `/v1/specs${query}` }),
    ),
  'get /v1/specs/{kind}/{name}': onSecret((id) => `/v1/specs/tools/${id}`, specNames),
  'get /v1/specs/{kind}/{name}/{version}': () =>
    specNames.flatMap((name) =>
      ['1.0.0', '1.0.1', 'newest'].map((version) => ({ at: `/v1/specs/tools/${name}/${version}` })),
    ),
  'get /v1/specs/agents/{name}/{version}/set': onSecret(
    (id) => `/v1/specs/agents/${id}/newest/set`,
    specNames,
  ),
  // A valid document would reveal that the name is in use: names belong to the owner that registers them first.
  'put /v1/specs/{kind}/{name}/{version}': onSecret((id) => `/v1/specs/tools/${id}/1.0.0`, specNames, [
    { file: 'tool.yaml', content: 'kind: Tool' },
  ]),
  'delete /v1/specs/{kind}/{name}/{version}': onSecret((id) => `/v1/specs/tools/${id}/1.0.0`, specNames),
  'post /v1/topics/{topic_id}/moderation': onSecret((id) => `/v1/topics/${id}/moderation`, topicIds, [
    close,
    { action: 'pause' },
    { action: 'redact', sequence: 2 },
    { action: 'mute', agent_id: 'ira', minutes: 5 },
    { action: 'eject', agent_id: 'ira' },
    { action: 'set_audience', visibility: 'public' },
  ]),
};
