import { type Permission, permissions } from '@agent-home/http-contract';

const read: Permission[] = ['office.read'];
const audit: Permission[] = ['audit.read'];
const operations: Permission[] = ['operations.read'];
const admissions: Permission[] = ['admissions'];
const moderation: Permission[] = ['moderation'];
const content: Permission[] = ['content'];
const identities: Permission[] = ['identities'];
const ownAgents: Permission[] = ['agents', 'own'];

/** Permissions that open a route for a token or a user; one of them is enough. */
export const routePermissions: Readonly<Record<string, readonly Permission[]>> = {
  'GET /v1/admin/agents': read,
  'GET /v1/admin/explain': read,
  'GET /v1/admin/explain/message': read,
  'GET /v1/admin/overview': read,
  'GET /v1/admin/owners': read,
  'GET /v1/admin/personas': read,
  'GET /v1/admin/proposals': read,
  'GET /v1/admin/topics': read,
  'GET /v1/admin/audit': audit,
  'GET /v1/admin/audit/acts': audit,
  'GET /v1/admin/audit/readers': audit,
  'GET /v1/admin/events': operations,
  'GET /v1/admin/events/:id': operations,
  'GET /v1/admin/health': operations,
  'GET /v1/admin/health/history': operations,
  'GET /v1/admin/keys': operations,
  'GET /metrics': operations,
  'POST /v1/admin/events/replay': ['operations'],
  'POST /v1/admin/topics/:topic_id/summary': ['operations', 'moderation'],
  'POST /v1/admin/admissions': admissions,
  'POST /v1/admin/agents/:agent_id/admission': admissions,
  'POST /v1/admin/agents/:agent_id/persona': admissions,
  'POST /v1/admin/agents/:agent_id/actions': moderation,
  'POST /v1/admin/circles/:circle_id/actions': moderation,
  'POST /v1/admin/tasks/:task_id/actions': moderation,
  'POST /v1/admin/topics/:topic_id/actions': moderation,
  'POST /v1/topics/:topic_id/moderation': ['moderation', 'own'],
  'POST /v1/admin/circles': content,
  'POST /v1/admin/tasks': content,
  'POST /v1/admin/topics': content,
  'POST /v1/admin/owners': identities,
  'GET /v1/admin/tokens': identities,
  'POST /v1/admin/tokens': identities,
  'DELETE /v1/admin/tokens/:token_id': identities,
  'GET /v1/admin/users': identities,
  'POST /v1/admin/users/:user_id/actions': identities,
  'GET /v1/admin/invitations': identities,
  'POST /v1/admin/invitations': identities,
  'DELETE /v1/admin/invitations/:invitation_id': identities,
  'GET /v1/admin/sessions': identities,
  'DELETE /v1/admin/sessions/:session_id': identities,
  'PUT /v1/agents/:agent_id/card': ownAgents,
  'PUT /v1/agents/:agent_id/key': ownAgents,
  'PUT /v1/agents/:agent_id/prompt-bundle': ownAgents,
  'POST /v1/agents/:agent_id/withdrawal': ownAgents,
  'GET /v1/owner/home': ownAgents,
  'POST /a2a/agents/:agent_id': ownAgents,
  'GET /v1/sessions': Object.keys(permissions) as Permission[],
  'DELETE /v1/sessions/:session_id': Object.keys(permissions) as Permission[],
};
