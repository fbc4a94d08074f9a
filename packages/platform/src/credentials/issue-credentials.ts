import {
  type CompiledPolicy,
  compilePermissions,
  decideGrant,
  type GrantRequest,
  isSupportedGrant,
  type KeyPermission,
  type TicketClass,
} from '@agent-home/access';
import { type IssuedCredentials, ObjectStoreError } from '@agent-home/object-store';
import { heartbeatKey } from '@agent-home/protocol';
import type { AgentRow } from '../agents/find-agent.ts';
import { joinKeys } from '../circles/join-keys.ts';
import {
  type CircleForAgent,
  type FindCircle,
  loadCirclesForAgent,
  openCircleFinder,
} from '../circles/load-circles.ts';
import type { StoreDescription } from '../config.ts';
import type { IssuingPlatform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { traitsOf } from '../shared/store-traits.ts';
import { type FindTask, loadTasksForAgent, openTaskFinder, type TaskForAgent } from '../tasks/load-tasks.ts';
import { recordParticipation } from '../tasks/record-participation.ts';
import {
  type AuditEntry,
  auditCredentials,
  type CredentialAudit,
  openCredentialAudit,
} from './audit-credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import { type CredentialRequest, requireDuration } from './credential-request.ts';
import { type Heads, headsOf, headsOfGrants, loadHeads } from './heads.ts';
import {
  type AccessReader,
  loadTopicsForAgent,
  openAccessReader,
  type TopicForAgent,
} from './load-access-facts.ts';
import { type NewTicket, recordTickets, ticketsOf } from './record-tickets.ts';
import { writableKeys } from './writable-keys.ts';

export interface CredentialAnswer {
  store: StoreDescription;
  heads: Heads;
  credentials: {
    access_key_id: string;
    access_key_secret: string;
    security_token: string;
    expiration: string;
    grants: GrantRequest[];
    keys: { key: string; not_after?: string }[];
    prefixes: { prefix: string; action: 'get' | 'list' | 'put' }[];
  }[];
  denied: { grant: GrantRequest; code: string; message: string }[];
}

interface Allowed {
  grant: GrantRequest;
  permissions: KeyPermission[];
}

/** What one process issues credentials with. */
export interface CredentialDesk {
  cache: CredentialCache;
  access: AccessReader;
  audit: CredentialAudit;
  findTask: FindTask;
  findCircle: FindCircle;
}

export function openCredentialDesk(platform: IssuingPlatform): CredentialDesk {
  return {
    cache: new CredentialCache(),
    access: openAccessReader(platform.database),
    audit: openCredentialAudit(platform.database),
    findTask: openTaskFinder(platform.database, platform.config.quotas),
    findCircle: openCircleFinder(platform.database),
  };
}

/**
 * Authorises afresh from the database, records tickets and audit, and only then hands out credentials for exactly
 * what is allowed at this moment (openspec: credentials).
 */
export async function issueCredentials(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  request: CredentialRequest,
): Promise<CredentialAnswer> {
  const durationSeconds = requireDuration(request.duration_seconds, platform.config.credentialDefaultSeconds);
  const topicIds = idsIn(request.grants, 'topic_id');
  const taskIds = idsIn(request.grants, 'task_id');
  const circleIds = idsIn(request.grants, 'circle_id');
  const { findHead } = desk.access;
  const [topics, tasks, circles, heads] = await Promise.all([
    loadTopicsForAgent(desk.access, agent, topicIds),
    loadTasksForAgent(desk.findTask, findHead, agent, taskIds),
    loadCirclesForAgent(desk.findCircle, findHead, agent.agentId, circleIds),
    loadHeads(findHead, topicIds, agent.agentId),
  ]);
  const containers = { topics, tasks, circles };
  const { allowed, denied } = await decide(platform, agent, request.grants, containers, durationSeconds);
  const permissions = allowed.flatMap((item) => item.permissions);
  const policies = permissions.length === 0 ? [] : compile(platform, permissions);
  const issued = await issueAll(platform, desk, agent, {
    allowed,
    permissions,
    policies,
    containers,
    durationSeconds,
  });
  const openTopics = allowed.flatMap(({ grant }) => ('topic_id' in grant ? [String(grant.topic_id)] : []));
  return {
    store: platform.config.store,
    heads:
      permissions.length === 0
        ? {}
        : { ...headsOf(heads, openTopics), ...(await headsOfGrants(findHead, agent.agentId, allowed)) },
    credentials: issued.map(({ policy, credentials }) => describe(policy, credentials, allowed)),
    denied,
  };
}

/** What the grants asked for name, as the agent meets it. */
interface Containers {
  topics: Map<string, TopicForAgent>;
  tasks: Map<string, TaskForAgent>;
  circles: Map<string, CircleForAgent>;
}

export function idsIn(grants: GrantRequest[], name: 'topic_id' | 'task_id' | 'circle_id'): string[] {
  const ids = grants.flatMap((grant) => {
    const id =
      isSupportedGrant(grant) && name in grant ? (grant as Record<string, unknown>)[name] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  return [...new Set(ids)];
}

export async function decide(
  platform: IssuingPlatform,
  agent: AgentRow,
  grants: GrantRequest[],
  { topics, tasks, circles }: Containers,
  durationSeconds: number,
): Promise<{ allowed: Allowed[]; denied: CredentialAnswer['denied'] }> {
  const now = platform.now();
  const allowed: Allowed[] = [];
  const denied: CredentialAnswer['denied'] = [];
  for (const grant of grants) {
    const topic = isSupportedGrant(grant) && 'topic_id' in grant ? topics.get(grant.topic_id) : undefined;
    const circle = isSupportedGrant(grant) && 'circle_id' in grant ? circles.get(grant.circle_id) : undefined;
    const purpose = purposeOf(grant);
    const writable =
      topic && (purpose === 'message' || purpose === 'request') && topic.facts.status === 'open'
        ? await writableKeys(platform.database, topic, purpose, now, durationSeconds)
        : circle &&
            (purpose === 'join_request' || purpose === 'join_approval') &&
            agent.standing === 'admitted'
          ? await joinKeys(platform.database, purpose, {
              circle,
              agentId: agent.agentId,
              now,
              durationSeconds,
            })
          : undefined;
    const decision = decideGrant(grant, {
      now,
      agent: { agent_id: agent.agentId, standing: agent.standing, owner_id: agent.ownerId },
      heartbeat_key: heartbeatKey(agent.agentId, platform.config.shardDigits),
      topic: topic?.facts,
      task: isSupportedGrant(grant) && 'task_id' in grant ? tasks.get(grant.task_id)?.facts : undefined,
      circle: circle?.facts,
      writable,
    });
    if ('denied' in decision) denied.push({ grant, code: decision.denied, message: decision.message });
    else allowed.push({ grant, permissions: decision.permissions });
  }
  return { allowed, denied };
}

const purposes: Record<string, TicketClass> = {
  topic_message_write: 'message',
  topic_request_write: 'request',
  circle_join_request_write: 'join_request',
  circle_join_approval_write: 'join_approval',
};

function purposeOf(grant: GrantRequest): TicketClass | undefined {
  return isSupportedGrant(grant) ? purposes[grant.type] : undefined;
}

export function compile(platform: IssuingPlatform, permissions: KeyPermission[]): CompiledPolicy[] {
  const { store } = platform.config;
  return compilePermissions(permissions, { dialect: traitsOf(store).dialect, bucket: store.bucket });
}

async function issueAll(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  plan: {
    allowed: Allowed[];
    permissions: KeyPermission[];
    policies: CompiledPolicy[];
    containers: Containers;
    durationSeconds: number;
  },
): Promise<{ policy: CompiledPolicy; credentials: IssuedCredentials }[]> {
  const now = platform.now();
  const { policies, durationSeconds } = plan;
  if (policies.length === 0) return [];
  const live = policies.map((policy) =>
    desk.cache.find(agent.agentId, policy.document, durationSeconds, now),
  );
  const { topics, tasks, circles } = plan.containers;
  const containers = [...topics, ...tasks, ...circles];
  const policyVersions = Object.fromEntries(
    containers.map(([id, container]) => [id, container.policyVersion]),
  );
  const audits = await recordIssue(
    platform,
    desk,
    ticketsOf(agent.agentId, plan.permissions, now, platform.config),
    { agentId: agent.agentId, taskIds: tasksWritten(plan.allowed) },
    policies.map((policy, index) => {
      const reused = live[index];
      return {
        agentId: agent.agentId,
        scopes: grantsOf(policy, plan.allowed).map(scopeOf),
        policy,
        policyVersions,
        ...(reused ? { reused: { expiresAt: reused.expiration, storeRequestId: reused.requestId } } : {}),
      };
    }),
  );
  return Promise.all(
    policies.map(async (policy, index) => {
      const reused = live[index];
      platform.metrics.credentials.inc({ outcome: reused ? 'reused' : 'issued' });
      const credentials =
        reused ?? (await assume(platform, desk, agent, policy, audits[index] ?? 0, durationSeconds));
      return { policy, credentials };
    }),
  );
}

function tasksWritten(allowed: Allowed[]): string[] {
  return allowed.flatMap(({ grant }) => (grant.type === 'task_write' ? [String(grant.task_id)] : []));
}

/** Tickets, participation and audit of one request commit together; without tickets its audit joins that of others. */
async function recordIssue(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  tickets: NewTicket[],
  participation: { agentId: string; taskIds: string[] },
  entries: AuditEntry[],
): Promise<number[]> {
  const { agentId, taskIds } = participation;
  if (tickets.length === 0 && taskIds.length === 0) return desk.audit.record(entries);
  return platform.database.transaction(async (transaction) => {
    if (tickets.length > 0) await recordTickets(transaction, tickets);
    await recordParticipation(transaction, agentId, taskIds);
    return auditCredentials(transaction, entries);
  });
}

async function assume(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  policy: CompiledPolicy,
  auditId: number,
  durationSeconds: number,
): Promise<IssuedCredentials> {
  try {
    const credentials = await desk.cache.issue(agent.agentId, policy.document, () =>
      platform.credentialIssuer.issue({
        sessionName: `home.${agent.agentId}`.slice(0, 64),
        policy: policy.document,
        durationSeconds,
      }),
    );
    const { expiration: expiresAt, requestId: storeRequestId } = credentials;
    await desk.audit.settle({ id: auditId, outcome: { expiresAt, storeRequestId } });
    return credentials;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    platform.metrics.credentials.inc({ outcome: 'failed' });
    platform.log.error({ err: error }, 'the token service did not issue credentials');
    await desk.audit.settle({ id: auditId, outcome: { errorCode: error.code } });
    throw new PlatformError('credentials_unavailable', 'the token service is busy or away', {
      retryAfterSeconds: 2,
    });
  }
}

function describe(
  policy: CompiledPolicy,
  credentials: IssuedCredentials,
  allowed: Allowed[],
): CredentialAnswer['credentials'][number] {
  return {
    access_key_id: credentials.accessKeyId,
    access_key_secret: credentials.accessKeySecret,
    security_token: credentials.securityToken,
    expiration: credentials.expiration.toISOString(),
    grants: grantsOf(policy, allowed),
    keys: policy.permissions.flatMap((permission) => {
      if (!('key' in permission)) return [];
      const notAfter = 'not_after' in permission ? permission.not_after : undefined;
      return [{ key: permission.key, ...(notAfter ? { not_after: new Date(notAfter).toISOString() } : {}) }];
    }),
    prefixes: policy.permissions.flatMap((permission) =>
      'prefix' in permission ? [{ prefix: permission.prefix, action: permission.action }] : [],
    ),
  };
}

/** The grants that this one credential serves, or a part of which it serves where a policy had to be split. */
function grantsOf(policy: CompiledPolicy, allowed: Allowed[]): GrantRequest[] {
  const places = new Set(policy.permissions.map(placeOf));
  return allowed
    .filter(({ permissions }) => permissions.some((one) => places.has(placeOf(one))))
    .map(({ grant }) => grant);
}

function placeOf(
  permission: { class: string; action: string } & ({ key: string } | { prefix: string }),
): string {
  return `${permission.class} ${permission.action} ${'key' in permission ? permission.key : permission.prefix}`;
}

function scopeOf(grant: GrantRequest): string {
  const container = Object.entries(grant).find(([name]) => name.endsWith('_id'));
  return container ? `${grant.type}:${String(container[1])}` : grant.type;
}
