import type { ExampleAgent } from '../../../examples/published-home/example-agent.ts';
import { secret } from './homes.ts';

export interface Asked {
  method: string;
  path: string;
  body?: unknown;
}

const pages = [
  '',
  '?limit=1',
  '?limit=1&after=aa-square',
  '?limit=2&after=aa',
  '?after=mm-circle',
  '?limit=200',
];
/** Of lists for people, whose cursors are places: behind what is not theirs to see, too. */
const publicPages = [
  '',
  '?limit=1',
  ...[['mm'], ['2099-01-01T00:00:00.000Z', 'mm']].map(
    (place) => `?limit=1&cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`,
  ),
];
const madeUpName = 'A'.repeat(22);
const [, , ownerTopic] = secret.topics;
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

const keysOfSecrets = [
  `circles/${secret.circle}/manifest.json`,
  ...secret.topics.map((id) => `topics/${id}/manifest.json`),
  ...secret.tasks.map((id) => `tasks/${id}/manifest.json`),
];

type Cases = (agent: ExampleAgent) => Omit<Asked, 'method' | 'path'>[] | { at: string; body?: unknown }[];

const onSecret =
  (template: (id: string) => string, ids: readonly string[], bodies: readonly unknown[] = [undefined]) =>
  () =>
    ids.flatMap((id) =>
      bodies.map((body) => ({ at: template(id), ...(body === undefined ? {} : { body }) })),
    );
const one = (at: string, ...bodies: unknown[]) =>
  onSecret(() => at, ['-'], bodies.length ? bodies : undefined);
const paged = (at: string) => () => pages.map((page) => ({ at: `${at}${page}` }));

const topicIds = [...secret.topics, 'nowhere'];
const taskIds = [...secret.tasks, 'nowhere'];
const circleIds = [secret.circle, 'nowhere'];
const agentIds = ['ira', 'nobody'];
const close = { action: 'close' };

/** For every route of the API, by its name in the OpenAPI document: what an outsider may try to find out by it. */
export const attempts: Record<string, Cases> = {
  'get /healthz': one('/healthz'),
  'get /readyz': one('/readyz'),
  'get /metrics': one('/metrics'),
  'get /v1/me': one('/v1/me'),
  'get /v1/topics': paged('/v1/topics'),
  'get /v1/tasks': paged('/v1/tasks'),
  'get /v1/circles': paged('/v1/circles'),
  'get /v1/feed': () =>
    ['', '?limit=1', '?wait=0.05', `?after=${madeUpName}`].map((page) => ({ at: `/v1/feed${page}` })),
  'post /v1/feed/ack': one('/v1/feed/ack', { event_ids: ['1'] }, { event_ids: [madeUpName] }),
  'put /v1/topics/{topic_id}/follow': onSecret((id) => `/v1/topics/${id}/follow`, topicIds),
  'delete /v1/topics/{topic_id}/follow': onSecret((id) => `/v1/topics/${id}/follow`, topicIds),
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
  'get /v1/admin/explain': onSecret(
    (id) => `/v1/admin/explain?agent_id=ira&type=topic_read&topic_id=${id}`,
    topicIds,
  ),
  'get /v1/admin/explain/message': onSecret(
    (id) => `/v1/admin/explain/message?agent_id=ira&topic_id=${id}&message_id=000001`,
    topicIds,
  ),
  'get /v1/admin/events': () =>
    ['', '?dead=true', ...keysOfSecrets.map((key) => `?object_key=${encodeURIComponent(key)}`)].map(
      (asked) => ({
        at: `/v1/admin/events${asked}`,
      }),
    ),
  'get /v1/admin/events/{id}': onSecret((id) => `/v1/admin/events/${id}`, topicIds),
  'post /v1/admin/events/replay': one('/v1/admin/events/replay', { all: true }, { ids: topicIds }),
  'post /v1/credentials': one(
    '/v1/credentials',
    { grants },
    ...grants.map((grant) => ({ grants: [grant] })),
    { grants: grants.slice(0, 20), duration_seconds: 3600 },
  ),
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
  'post /v1/agents/{agent_id}/withdrawal': onSecret((id) => `/v1/agents/${id}/withdrawal`, agentIds, [
    { objects: 'erase' },
  ]),
  'put /v1/agents/{agent_id}/key': (agent) =>
    agentIds.map((id) => ({ at: `/v1/agents/${id}/key`, body: keyProof(agent) })),
  'post /v1/topics/{topic_id}/moderation': onSecret((id) => `/v1/topics/${id}/moderation`, topicIds, [
    close,
    { action: 'pause' },
    { action: 'redact', sequence: 2 },
    { action: 'mute', agent_id: 'ira', minutes: 5 },
    { action: 'eject', agent_id: 'ira' },
    { action: 'set_audience', visibility: 'public' },
  ]),
  'get /v1/public/topics': () =>
    [...publicPages, '?agent_id=ira', '?status=open', `?circle_id=${secret.circle}`, '?mode=freeform'].map(
      (page) => ({ at: `/v1/public/topics${page}` }),
    ),
  'get /v1/public/topics/{topic_id}': onSecret((id) => `/v1/public/topics/${id}`, [...topicIds, 'aa-square']),
  'get /v1/public/topics/{topic_id}/ledger': onSecret(
    (id) => `/v1/public/topics/${id}/ledger?after=1`,
    topicIds,
  ),
  'get /v1/public/agents': () =>
    [...publicPages, `?circle_id=${secret.circle}`].map((page) => ({ at: `/v1/public/agents${page}` })),
  'get /v1/public/agents/{agent_id}': onSecret((id) => `/v1/public/agents/${id}`, [...agentIds, 'otto']),
  'get /v1/public/circles': () => publicPages.map((page) => ({ at: `/v1/public/circles${page}` })),
  'get /v1/public/circles/{circle_id}': onSecret(
    (id) => `/v1/public/circles/${id}`,
    [...circleIds, 'aa-club'],
  ),
  'get /v1/public/tasks': () =>
    [...publicPages, '?agent_id=ira', `?circle_id=${secret.circle}`].map((page) => ({
      at: `/v1/public/tasks${page}`,
    })),
  'get /v1/public/tasks/{task_id}': onSecret((id) => `/v1/public/tasks/${id}`, [...taskIds, 'aa-work']),
  'get /v1/public/artifacts': () =>
    taskIds.map((id) => ({ at: `/v1/public/artifacts?key=tasks/${id}/agents/ira/map.txt` })),
  'get /v1/public/objects': () =>
    [
      ...keysOfSecrets,
      ...secret.topics.flatMap((id) => [
        `topics/${id}/state.json`,
        `topics/${id}/summary.json`,
        `topics/${id}/ledger/0000000001.json`,
      ]),
      `circles/${secret.circle}/members/ira.json`,
      'circles/aa-club/members/ira.json',
      'agents/all/ira.json',
      'agents/prompts/ira/bundle.json',
      'platform/keys.json',
      'no/key/at.all',
    ].map((key) => ({ at: `/v1/public/objects?key=${key}` })),
  'get /v1/public/search': () =>
    ['third', 'pot', 'Where', 'key', 'mm', 'ira', 'square', 'o'].map((q) => ({
      at: `/v1/public/search?q=${q}`,
    })),
  'get /v1/session': one('/v1/session'),
  'post /v1/session': one('/v1/session', { token: 'aht_nobody_has_ever_made_this_token_before_today' }),
  'delete /v1/session': one('/v1/session'),
  'get /v1/keys': one('/v1/keys'),
  'get /v1/public/trust': one('/v1/public/trust'),
  'get /v1/public/modes': one('/v1/public/modes'),
  'get /v1/public/stream': one('/v1/public/stream'),
  'get /v1/admin/agents': one('/v1/admin/agents?standing=admitted'),
  'get /v1/admin/owners': one('/v1/admin/owners'),
  'get /v1/admin/tokens': one('/v1/admin/tokens'),
  'get /v1/admin/proposals': one('/v1/admin/proposals?state=open'),
  'get /v1/admin/audit': () =>
    ['', '?agent_id=ira', ...secret.topics.map((id) => `?container=topics/${id}`)].map((asked) => ({
      at: `/v1/admin/audit${asked}`,
    })),
  'get /v1/admin/keys': one('/v1/admin/keys'),
  'get /v1/admin/health': one('/v1/admin/health'),
  'get /v1/admin/personas': one('/v1/admin/personas'),
  'post /v1/admin/agents/{agent_id}/actions': onSecret((id) => `/v1/admin/agents/${id}/actions`, agentIds, [
    { action: 'suspend', reason: 'because' },
  ]),
  'post /v1/admin/agents/{agent_id}/admission': onSecret(
    (id) => `/v1/admin/agents/${id}/admission`,
    agentIds,
  ),
  'post /v1/admin/agents/{agent_id}/persona': onSecret((id) => `/v1/admin/agents/${id}/persona`, agentIds, [
    { decision: 'approve' },
  ]),
  'post /v1/admin/circles': one('/v1/admin/circles', {
    circle_id: secret.circle,
    name: 'mine',
    membership_mode: 'open',
  }),
  'post /v1/admin/circles/{circle_id}/actions': onSecret(
    (id) => `/v1/admin/circles/${id}/actions`,
    circleIds,
    [{ action: 'remove_member', agent_id: 'ira' }],
  ),
  'post /v1/admin/owners': one('/v1/admin/owners', { owner_id: 'inner', name: 'me' }),
  'post /v1/admin/tasks': one('/v1/admin/tasks', {
    task_id: secret.tasks[0],
    title: 'mine',
    visibility: 'public',
  }),
  'post /v1/admin/tasks/{task_id}/actions': onSecret((id) => `/v1/admin/tasks/${id}/actions`, taskIds, [
    close,
  ]),
  'post /v1/admin/tokens': one('/v1/admin/tokens', { role: 'admin', label: 'mine' }),
  'delete /v1/admin/tokens/{token_id}': one('/v1/admin/tokens/token_examples'),
  'post /v1/admin/topics': one('/v1/admin/topics', {
    topic_id: ownerTopic,
    title: 'mine',
    visibility: 'public',
    mode: 'freeform',
  }),
  'post /v1/admin/topics/{topic_id}/actions': onSecret((id) => `/v1/admin/topics/${id}/actions`, topicIds, [
    close,
  ]),
  'post /v1/admin/topics/{topic_id}/summary': onSecret((id) => `/v1/admin/topics/${id}/summary`, topicIds, [
    {},
  ]),
};

/** Not in the document, and still there. */
const undocumented: Asked[] = [
  { method: 'POST', path: '/v1/events/oss/guess', body: { events: [] } },
  { method: 'POST', path: '/v1/events/s3', body: { Records: [] } },
  { method: 'GET', path: '/openapi.json' },
  ...secret.topics.flatMap((id) => [
    { method: 'GET', path: `/v1/topics/${id}` },
    { method: 'GET', path: `/topics/${id}/manifest.json` },
  ]),
];

export function requestsTo(routes: readonly string[], agent: ExampleAgent): Asked[] {
  const documented = routes.flatMap((route) => {
    const [method = ''] = route.split(' ');
    const cases = attempts[route]?.(agent) as { at: string; body?: unknown }[] | undefined;
    if (!cases) throw new Error(`no outsider tries ${route} yet`);
    return cases.map(({ at, body }) => ({
      method: method.toUpperCase(),
      path: at,
      ...(body === undefined ? {} : { body }),
    }));
  });
  return [...documented, ...undocumented];
}
