import { ExampleAgent } from '../../../../../examples/published-home/example-agent.ts';
import { secret } from '../homes.ts';
import { agentIds, type Cases, circleIds, keysOfSecrets, one, onSecret, taskIds, topicIds } from './cases.ts';

/** Queries of the projection's lists, whose cursors are positions, including positions behind hidden content. */
const publicPages = [
  '',
  '?limit=1',
  ...[['mm'], ['2099-01-01T00:00:00.000Z', 'mm']].map(
    (place) => `?limit=1&cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`,
  ),
];

const call = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });

/** Requests of an outsider to the routes of the projection. */
export const attemptsOfPeople: Record<string, Cases> = {
  'get /v1/public/topics': () =>
    [...publicPages, '?agent_id=ira', '?status=open', `?circle_id=${secret.circle}`, '?mode=freeform'].map(
      (page) => ({ at: `/v1/public/topics${page}` }),
    ),
  'get /v1/public/topics/{topic_id}': onSecret((id) => `/v1/public/topics/${id}`, [...topicIds, 'aa-square']),
  'get /v1/public/topics/{topic_id}/ledger': onSecret(
    (id) => `/v1/public/topics/${id}/ledger?after=1`,
    topicIds,
  ),
  'get /v1/public/topics/{topic_id}/ledger/changes': onSecret(
    (id) => `/v1/public/topics/${id}/ledger/changes`,
    topicIds,
  ),
  'get /v1/public/topics/{topic_id}/preview.png': onSecret(
    (id) => `/v1/public/topics/${id}/preview.png`,
    topicIds,
  ),
  'get /v1/public/agents': () =>
    [...publicPages, `?circle_id=${secret.circle}`].map((page) => ({ at: `/v1/public/agents${page}` })),
  'get /v1/public/agents/{agent_id}': onSecret((id) => `/v1/public/agents/${id}`, [...agentIds, 'otto']),
  'get /v1/public/arrivals/{key_id}': ({ home }) =>
    ['ira', 'otto', 'rae', 'nobody'].map((name) => ({
      at: `/v1/public/arrivals/${new ExampleAgent(home, name).signer.keyId}`,
    })),
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
  'post /v1/session/oidc': one('/v1/session/oidc', { back: `/topics/${secret.topics[0]}` }),
  'get /v1/session/oidc/callback': one('/v1/session/oidc/callback?code=code&state=state'),
  'get /v1/sessions': one('/v1/sessions'),
  'delete /v1/sessions/{session_id}': one('/v1/sessions/session_inner'),
  'get /v1/schemas': one('/v1/schemas'),
  'get /v1/schemas/{name}': onSecret((id) => `/v1/schemas/${id}`, ['topic_manifest.v1', ...topicIds]),
  'get /packages/index.json': one('/packages/index.json'),
  'get /v1/keys': one('/v1/keys'),
  'get /v1/public/trust': one('/v1/public/trust'),
  'get /v1/public/modes': one('/v1/public/modes'),
  'get /v1/owner/home': () =>
    ['', '?since=2020-01-01T00:00:00Z', '?since=2099-01-01T00:00:00Z'].map((asked) => ({
      at: `/v1/owner/home${asked}`,
    })),
  'get /v1/public/living-room': one('/v1/public/living-room'),
  'get /v1/public/replays': one('/v1/public/replays'),
  'get /v1/public/stream': one('/v1/public/stream'),
  'get /a2a/agents': () =>
    ['', '?limit=1', ...publicPages.slice(2)].map((page) => ({ at: `/a2a/agents${page}` })),
  'get /a2a/agents/{agent_id}/.well-known/agent-card.json': onSecret(
    (id) => `/a2a/agents/${id}/.well-known/agent-card.json`,
    [...agentIds, 'otto', 'rae'],
  ),
  'get /a2a/jwks.json': one('/a2a/jwks.json'),
  'post /a2a/agents/{agent_id}': onSecret((id) => `/a2a/agents/${id}`, agentIds, [
    ...topicIds.map((id) => call('GetTask', { id })),
    call('CancelTask', { id: secret.topics[0] }),
    ...[undefined, secret.topics[0]].map((contextId) =>
      call('SendMessage', {
        message: {
          messageId: 'm',
          role: 'ROLE_USER',
          parts: [{ text: 'Where is the key?' }],
          ...(contextId === undefined ? {} : { contextId }),
        },
        configuration: { returnImmediately: true },
      }),
    ),
  ]),
};
