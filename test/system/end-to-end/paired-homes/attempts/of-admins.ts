import { secret } from '../homes.ts';
import {
  agentIds,
  type Cases,
  circleIds,
  close,
  keysOfSecrets,
  one,
  onSecret,
  taskIds,
  topicIds,
} from './cases.ts';

const [, , ownerTopic] = secret.topics;

/** Requests of an outsider to the routes for admins, without their token. */
export const attemptsOfAdmins: Record<string, Cases> = {
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
  'get /v1/agents/{agent_id}/health': onSecret((id) => `/v1/agents/${id}/health`, agentIds),
  'get /v1/agents/{agent_id}/policies': onSecret((id) => `/v1/agents/${id}/policies`, agentIds),
  'get /v1/alerts': one('/v1/alerts'),
  'put /v1/alerts': one('/v1/alerts', { url: 'https://example.com/hook', failing: true }),
  'delete /v1/alerts': one('/v1/alerts'),
  'post /v1/alerts/confirmation': one('/v1/alerts/confirmation', { code: 'abcd-efgh-jkmn-pqrs' }),
  'get /v1/admin/agents': one('/v1/admin/agents?standing=admitted'),
  'get /v1/admin/owners': one('/v1/admin/owners'),
  'get /v1/admin/tokens': one('/v1/admin/tokens'),
  'get /v1/admin/policies': one('/v1/admin/policies'),
  'put /v1/admin/policies': one('/v1/admin/policies', { policies: [] }),
  'get /v1/admin/proposals': one('/v1/admin/proposals?state=open'),
  'get /v1/admin/audit': () =>
    ['', '?agent_id=ira', ...secret.topics.map((id) => `?container=topics/${id}`)].map((asked) => ({
      at: `/v1/admin/audit${asked}`,
    })),
  'get /v1/admin/audit/acts': one('/v1/admin/audit/acts?action=topic'),
  'get /v1/admin/audit/readers': () =>
    [`container=circles/${secret.circle}`, ...secret.topics.map((id) => `container=topics/${id}`)].map(
      (asked) => ({
        at: `/v1/admin/audit/readers?${asked}&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`,
      }),
    ),
  'get /v1/admin/users': one('/v1/admin/users'),
  'post /v1/admin/users/{user_id}/actions': one('/v1/admin/users/user_inner/actions', { action: 'disable' }),
  'get /v1/admin/invitations': one('/v1/admin/invitations'),
  'post /v1/admin/invitations': one('/v1/admin/invitations', { role: 'admin' }),
  'delete /v1/admin/invitations/{invitation_id}': one('/v1/admin/invitations/invitation_inner'),
  'get /v1/admin/sessions': one('/v1/admin/sessions'),
  'delete /v1/admin/sessions/{session_id}': one('/v1/admin/sessions/inner'),
  'get /v1/admin/topics': one('/v1/admin/topics?q=mine'),
  'get /v1/admin/overview': one('/v1/admin/overview'),
  'get /v1/admin/health/history': one('/v1/admin/health/history'),
  'get /v1/admin/keys': one('/v1/admin/keys'),
  'get /v1/admin/health': one('/v1/admin/health'),
  'get /v1/admin/personas': one('/v1/admin/personas'),
  'post /v1/admin/admissions': one('/v1/admin/admissions', { decision: 'admit', agent_ids: ['ira'] }),
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
