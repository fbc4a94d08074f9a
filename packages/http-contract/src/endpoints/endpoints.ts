import type { Endpoint } from './endpoint.ts';

// Methods and paths of the API, each listed once. The module has no schemas, so that the web UI does not load Zod for a path; the
// modules of `routes` add the schemas, the access and the summary.

type Endpoints = Readonly<Record<string, Endpoint>>;

export const agentEndpoints = {
  register: { method: 'POST', path: '/v1/agents' },
  find: { method: 'GET', path: '/v1/agents' },
  showOwn: { method: 'GET', path: '/v1/me' },
  requestAdmission: { method: 'POST', path: '/v1/agents/:agent_id/admission' },
  changeCard: { method: 'PUT', path: '/v1/agents/:agent_id/card' },
  changePrompts: { method: 'PUT', path: '/v1/agents/:agent_id/prompt-bundle' },
  showPolicies: { method: 'GET', path: '/v1/agents/:agent_id/policies' },
  bindPolicies: { method: 'PUT', path: '/v1/agents/:agent_id/policies' },
  changeKey: { method: 'PUT', path: '/v1/agents/:agent_id/key' },
  withdraw: { method: 'POST', path: '/v1/agents/:agent_id/withdrawal' },
  showHealth: { method: 'GET', path: '/v1/agents/:agent_id/health' },
  list: { method: 'GET', path: '/v1/public/agents' },
  show: { method: 'GET', path: '/v1/public/agents/:agent_id' },
  showArrival: { method: 'GET', path: '/v1/public/arrivals/:key_id' },
  listForOffice: { method: 'GET', path: '/v1/admin/agents' },
  admit: { method: 'POST', path: '/v1/admin/agents/:agent_id/admission' },
  decideAdmissions: { method: 'POST', path: '/v1/admin/admissions' },
  act: { method: 'POST', path: '/v1/admin/agents/:agent_id/actions' },
  listPersonas: { method: 'GET', path: '/v1/admin/personas' },
  decidePersona: { method: 'POST', path: '/v1/admin/agents/:agent_id/persona' },
} as const satisfies Endpoints;

export const alertEndpoints = {
  show: { method: 'GET', path: '/v1/alerts' },
  change: { method: 'PUT', path: '/v1/alerts' },
  delete: { method: 'DELETE', path: '/v1/alerts' },
  confirmMailbox: { method: 'POST', path: '/v1/alerts/confirmation' },
} as const satisfies Endpoints;

export const approvalEndpoints = {
  request: { method: 'POST', path: '/v1/approvals' },
  withdraw: { method: 'DELETE', path: '/v1/approvals/:approval_id' },
  list: { method: 'GET', path: '/v1/approvals' },
  decide: { method: 'POST', path: '/v1/agents/:agent_id/approvals/:approval_id/decision' },
  showRules: { method: 'GET', path: '/v1/agents/:agent_id/approver-rules' },
  changeRules: { method: 'PUT', path: '/v1/agents/:agent_id/approver-rules' },
} as const satisfies Endpoints;

export const policyEndpoints = {
  showHome: { method: 'GET', path: '/v1/admin/policies' },
  bindHome: { method: 'PUT', path: '/v1/admin/policies' },
} as const satisfies Endpoints;

export const topicEndpoints = {
  listEnterable: { method: 'GET', path: '/v1/topics' },
  follow: { method: 'PUT', path: '/v1/topics/:topic_id/follow' },
  unfollow: { method: 'DELETE', path: '/v1/topics/:topic_id/follow' },
  moderate: { method: 'POST', path: '/v1/topics/:topic_id/moderation' },
  list: { method: 'GET', path: '/v1/public/topics' },
  show: { method: 'GET', path: '/v1/public/topics/:topic_id' },
  readLedger: { method: 'GET', path: '/v1/public/topics/:topic_id/ledger' },
  readLedgerChanges: { method: 'GET', path: '/v1/public/topics/:topic_id/ledger/changes' },
  drawPreview: { method: 'GET', path: '/v1/public/topics/:topic_id/preview.png' },
  listForOffice: { method: 'GET', path: '/v1/admin/topics' },
  open: { method: 'POST', path: '/v1/admin/topics' },
  act: { method: 'POST', path: '/v1/admin/topics/:topic_id/actions' },
  orderSummary: { method: 'POST', path: '/v1/admin/topics/:topic_id/summary' },
} as const satisfies Endpoints;

export const taskEndpoints = {
  listEnterable: { method: 'GET', path: '/v1/tasks' },
  listParticipants: { method: 'GET', path: '/v1/tasks/:task_id/participants' },
  follow: { method: 'PUT', path: '/v1/tasks/:task_id/follow' },
  unfollow: { method: 'DELETE', path: '/v1/tasks/:task_id/follow' },
  list: { method: 'GET', path: '/v1/public/tasks' },
  show: { method: 'GET', path: '/v1/public/tasks/:task_id' },
  open: { method: 'POST', path: '/v1/admin/tasks' },
  act: { method: 'POST', path: '/v1/admin/tasks/:task_id/actions' },
} as const satisfies Endpoints;

export const artifactEndpoints = {
  list: { method: 'GET', path: '/v1/tasks/:task_id/artifacts' },
  remove: { method: 'POST', path: '/v1/tasks/:task_id/artifacts/removal' },
  download: { method: 'GET', path: '/v1/public/artifacts' },
} as const satisfies Endpoints;

export const circleEndpoints = {
  listKnown: { method: 'GET', path: '/v1/circles' },
  listMembers: { method: 'GET', path: '/v1/circles/:circle_id/members' },
  listJoinRequests: { method: 'GET', path: '/v1/circles/:circle_id/join-requests' },
  leave: { method: 'POST', path: '/v1/circles/:circle_id/leave' },
  list: { method: 'GET', path: '/v1/public/circles' },
  show: { method: 'GET', path: '/v1/public/circles/:circle_id' },
  found: { method: 'POST', path: '/v1/admin/circles' },
  act: { method: 'POST', path: '/v1/admin/circles/:circle_id/actions' },
} as const satisfies Endpoints;

export const credentialEndpoints = {
  issue: { method: 'POST', path: '/v1/credentials' },
  explain: { method: 'GET', path: '/v1/admin/explain' },
  explainMessage: { method: 'GET', path: '/v1/admin/explain/message' },
  audit: { method: 'GET', path: '/v1/admin/audit' },
  auditReaders: { method: 'GET', path: '/v1/admin/audit/readers' },
} as const satisfies Endpoints;

export const feedEndpoints = {
  read: { method: 'GET', path: '/v1/feed' },
  acknowledge: { method: 'POST', path: '/v1/feed/ack' },
} as const satisfies Endpoints;

export const reportEndpoints = {
  reportFailures: { method: 'POST', path: '/v1/verification-failures' },
} as const satisfies Endpoints;

export const runEndpoints = {
  sendRecords: { method: 'POST', path: '/v1/runs/:run_id/records' },
  list: { method: 'GET', path: '/v1/runs' },
  showUse: { method: 'GET', path: '/v1/runs/use' },
  show: { method: 'GET', path: '/v1/runs/:run_id' },
  readRecords: { method: 'GET', path: '/v1/runs/:run_id/records' },
  follow: { method: 'GET', path: '/v1/runs/:run_id/stream' },
  erase: { method: 'DELETE', path: '/v1/runs/:run_id' },
} as const satisfies Endpoints;

export const eventEndpoints = {
  list: { method: 'GET', path: '/v1/admin/events' },
  show: { method: 'GET', path: '/v1/admin/events/:id' },
  replay: { method: 'POST', path: '/v1/admin/events/replay' },
  pushFromOss: { method: 'POST', path: '/v1/events/oss/:token' },
  pushFromS3: { method: 'POST', path: '/v1/events/s3' },
} as const satisfies Endpoints;

export const livingRoomEndpoints = {
  show: { method: 'GET', path: '/v1/public/living-room' },
  listReplays: { method: 'GET', path: '/v1/public/replays' },
} as const satisfies Endpoints;

export const modeEndpoints = {
  list: { method: 'GET', path: '/v1/public/modes' },
} as const satisfies Endpoints;

export const searchEndpoints = {
  search: { method: 'GET', path: '/v1/public/search' },
} as const satisfies Endpoints;

export const streamEndpoints = {
  open: { method: 'GET', path: '/v1/public/stream' },
} as const satisfies Endpoints;

export const objectEndpoints = {
  read: { method: 'GET', path: '/v1/public/objects' },
} as const satisfies Endpoints;

export const trustEndpoints = {
  readKeyList: { method: 'GET', path: '/v1/keys' },
  show: { method: 'GET', path: '/v1/public/trust' },
  listFingerprints: { method: 'GET', path: '/v1/admin/keys' },
} as const satisfies Endpoints;

export const ownerEndpoints = {
  showHome: { method: 'GET', path: '/v1/owner/home' },
  list: { method: 'GET', path: '/v1/admin/owners' },
  create: { method: 'POST', path: '/v1/admin/owners' },
} as const satisfies Endpoints;

export const tokenEndpoints = {
  list: { method: 'GET', path: '/v1/admin/tokens' },
  create: { method: 'POST', path: '/v1/admin/tokens' },
  revoke: { method: 'DELETE', path: '/v1/admin/tokens/:token_id' },
} as const satisfies Endpoints;

export const proposalEndpoints = {
  list: { method: 'GET', path: '/v1/admin/proposals' },
} as const satisfies Endpoints;

export const sessionEndpoints = {
  showViewer: { method: 'GET', path: '/v1/session' },
  signIn: { method: 'POST', path: '/v1/session' },
  signOut: { method: 'DELETE', path: '/v1/session' },
  beginOpenId: { method: 'POST', path: '/v1/session/oidc' },
  finishOpenId: { method: 'GET', path: '/v1/session/oidc/callback' },
  listOwn: { method: 'GET', path: '/v1/sessions' },
  endOwn: { method: 'DELETE', path: '/v1/sessions/:session_id' },
  list: { method: 'GET', path: '/v1/admin/sessions' },
  end: { method: 'DELETE', path: '/v1/admin/sessions/:session_id' },
} as const satisfies Endpoints;

export const userEndpoints = {
  list: { method: 'GET', path: '/v1/admin/users' },
  act: { method: 'POST', path: '/v1/admin/users/:user_id/actions' },
  listInvitations: { method: 'GET', path: '/v1/admin/invitations' },
  invite: { method: 'POST', path: '/v1/admin/invitations' },
  revokeInvitation: { method: 'DELETE', path: '/v1/admin/invitations/:invitation_id' },
} as const satisfies Endpoints;

export const operationsEndpoints = {
  isAlive: { method: 'GET', path: '/healthz' },
  isReady: { method: 'GET', path: '/readyz' },
  readMetrics: { method: 'GET', path: '/metrics' },
  showHealth: { method: 'GET', path: '/v1/admin/health' },
  showHealthHistory: { method: 'GET', path: '/v1/admin/health/history' },
  showOverview: { method: 'GET', path: '/v1/admin/overview' },
  listActs: { method: 'GET', path: '/v1/admin/audit/acts' },
} as const satisfies Endpoints;

export const schemaEndpoints = {
  list: { method: 'GET', path: '/v1/schemas' },
  show: { method: 'GET', path: '/v1/schemas/:name' },
  openApi: { method: 'GET', path: '/openapi.json' },
} as const satisfies Endpoints;

export const specEndpoints = {
  list: { method: 'GET', path: '/v1/specs' },
  listVersions: { method: 'GET', path: '/v1/specs/:kind/:name' },
  read: { method: 'GET', path: '/v1/specs/:kind/:name/:version' },
  readSet: { method: 'GET', path: '/v1/specs/agents/:name/:version/set' },
  register: { method: 'PUT', path: '/v1/specs/:kind/:name/:version' },
  withdraw: { method: 'DELETE', path: '/v1/specs/:kind/:name/:version' },
  readContract: { method: 'GET', path: '/schemas/:file' },
} as const satisfies Endpoints;

export const packageEndpoints = {
  list: { method: 'GET', path: '/packages/index.json' },
} as const satisfies Endpoints;

export const a2aEndpoints = {
  list: { method: 'GET', path: '/a2a/agents' },
  readCard: { method: 'GET', path: '/a2a/agents/:agent_id/.well-known/agent-card.json' },
  call: { method: 'POST', path: '/a2a/agents/:agent_id' },
  readKeys: { method: 'GET', path: '/a2a/jwks.json' },
} as const satisfies Endpoints;
