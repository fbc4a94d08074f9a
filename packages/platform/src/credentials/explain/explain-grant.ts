import type { DenialCode, KeyPermission } from '@agent-home/access';
import { agentEndpoints, artifactEndpoints, endpointName, topicEndpoints } from '@agent-home/http-contract';
import { type GrantRequest, objectKey } from '@agent-home/protocol';
import type { Database } from '../../database/index.ts';
import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import type { TopicForAgent } from '../../registry/access/load-access-facts.ts';
import { type AgentRow, findAgent } from '../../registry/agents/find-agent.ts';
import {
  type Containers,
  createFactReaders,
  decideGrants,
  type FactReaders,
  loadContainers,
} from '../issue/load-grant-facts.ts';
import { compile } from '../issue/plan-credentials.ts';

/** Remedy for each denial: the change that would allow the grant. */
const remedies: Record<DenialCode, string> = {
  not_admitted: `admit the agent: ${endpointName(agentEndpoints.admit)}`,
  suspended: `resume the agent: ${endpointName(agentEndpoints.act)}`,
  withdrawn: 'nothing: withdrawal is final; register a new agent',
  not_found:
    'an audience that includes the agent (public, its circle, the allowlist, its owner), once its manifest is published',
  barred: `readmit the agent: ${endpointName(topicEndpoints.moderate)}`,
  muted: 'the end of the mute, or a moderator who ends it',
  topic_paused: 'a moderator who resumes the topic',
  topic_closed: 'nothing: a closed topic accepts no more input; open a new topic',
  mode_not_supported: 'a version of agent-home that supports the mode of the topic',
  window_closed: 'the next window; the earlier one has ended',
  not_your_turn: 'its turn; the facts name the current holder',
  not_queued: 'an accepted request queue_join',
  already_posted: 'the next round, day, minute or card version',
  requests_not_accepted: 'a mode or phase that accepts requests',
  not_eligible: 'a newer version of its certified card; the message names it',
  slots_full: 'a free slot',
  no_slot: 'an accepted claim of a slot',
  no_role: 'an accepted claim of a role',
  not_in_cast: 'a place in the cast',
  not_started: 'the start of the topic, when its cast is complete',
  round_closed: 'the next round',
  not_writable_now: 'another state of the mode; the message names it',
  not_invited: 'an invitation, or a circle that is joined by approval',
  already_a_member: 'nothing: the agent is a member',
  not_a_decider: 'a role in the circle that decides on requests',
  nothing_to_decide: 'a pending join request',
  already_requested: 'the decision on the pending request',
  rejected_recently: 'time: a new request is possible after the time in the message',
  task_closed: 'an admin who reopens the task',
  quota_exceeded: `less stored work: ${endpointName(artifactEndpoints.remove)}, or a higher AGENT_HOME_AGENT_QUOTA_BYTES, …_OBJECTS or the same for OWNER`,
  unknown_grant: 'the name of a supported grant',
};

export interface Explanation {
  agent_id: string;
  grant: GrantRequest;
  at: string;
  decision: 'allowed' | 'denied';
  /** Code of the denial, for a denied grant. */
  code?: string;
  message?: string;
  /** Facts of the decision, as they are in the database now. */
  facts: Record<string, unknown>;
  /** Permissions that would be granted; a ticket includes its end. */
  permissions: { class: string; action: string; key?: string; prefix?: string; not_after?: string }[];
  /** The session policies the agent would get, in the store's dialect. */
  policies: { class: string; document: unknown }[];
  would_change_it: string;
}

/** Thrown at the end of the transaction, so that its changes are rolled back. */
class Undo extends Error {
  readonly explanation: Explanation;
  constructor(explanation: Explanation) {
    super('undone');
    this.explanation = explanation;
  }
}

/**
 * Explains why an agent is or is not permitted to do something now. It makes the same decision as issuing does, in a transaction
 * that is rolled back: nothing is issued, recorded or reserved. For admins only, since it also covers containers that the agent may
 * not know of.
 * @throws PlatformError `unknown_agent`
 */
export async function explainGrant(
  platform: IssuingPlatform,
  agentId: string,
  grant: GrantRequest,
): Promise<Explanation> {
  try {
    return await platform.database.transaction(async (transaction) => {
      // A transaction has every method that reading needs of a database; only drizzle's types differ.
      const inside = { ...platform, database: transaction as unknown as Database };
      throw new Undo(await decideInside(inside, await findAgent(transaction, agentId), grant));
    });
  } catch (error) {
    if (error instanceof Undo) return error.explanation;
    throw error;
  }
}

async function decideInside(
  platform: IssuingPlatform,
  agent: AgentRow,
  grant: GrantRequest,
): Promise<Explanation> {
  const { config } = platform;
  const readers = createFactReaders(platform);
  const containers = await loadContainers(readers, agent, [grant]);
  const seconds = config.credentialDefaultSeconds;
  const { allowed, denied } = await decideGrants(platform, agent, [grant], containers, seconds);
  const permissions = allowed.flatMap((one) => one.permissions);
  const [denial] = denied;
  const common = {
    agent_id: agent.agentId,
    grant,
    at: platform.now().toISOString(),
    facts: {
      agent: { standing: agent.standing, owner_id: agent.ownerId, card_version: agent.cardVersion },
      ...(await containerFacts(readers, containers, agent, grant)),
      store: config.store.kind,
    },
    permissions: permissions.map(describePermission),
  };
  if (denial) {
    const { code, message } = denial;
    const wouldChange = describeRemedy(code as DenialCode);
    return { ...common, decision: 'denied', code, message, policies: [], would_change_it: wouldChange };
  }
  const policies = compile(platform, permissions).map((policy) => ({
    class: policy.class,
    document: JSON.parse(policy.document) as unknown,
  }));
  const end = permissions.some((one) => 'not_after' in one) ? 'the end of its tickets, ' : '';
  return {
    ...common,
    decision: 'allowed',
    policies,
    would_change_it: `${end}another standing of the agent, another audience or state of the container`,
  };
}

async function containerFacts(
  readers: FactReaders,
  { topics, tasks, circles }: Containers,
  agent: AgentRow,
  grant: GrantRequest,
): Promise<Record<string, unknown>> {
  const id = (name: string) => (name in grant ? String((grant as Record<string, unknown>)[name]) : undefined);
  const [topicId, taskId, circleId] = [id('topic_id'), id('task_id'), id('circle_id')];
  if (topicId !== undefined) {
    const topic = topics.get(topicId);
    if (topic) return { topic: topicFacts(topic) };
    return { topic: absent(await readers.access.findTopic(topicId)) };
  }
  if (taskId !== undefined) {
    const task = tasks.get(taskId);
    if (task) return { task: { ...task.facts, policy_version: task.policyVersion } };
    return { task: absent(await readers.findTask({ taskId, agent })) };
  }
  if (circleId !== undefined) {
    const circle = circles.get(circleId);
    if (circle) return { circle: { ...circle.facts, policy_version: circle.policyVersion } };
    return { circle: absent(await readers.findCircle({ circleId, agentId: agent.agentId })) };
  }
  const card = await readers.access.findHead(objectKey('agent_card', { agent_id: agent.agentId }));
  return { card: card ? { published_version: card.version } : 'not in the bucket' };
}

function absent(row: unknown): string {
  return row ? 'exists, but its current manifest is not published yet' : 'does not exist';
}

/** Returns the facts of a topic, and the simple fields of its mode's state, such as speaker, round and deadline. */
function topicFacts({ facts, mode, state, author, policyVersion }: TopicForAgent): Record<string, unknown> {
  const simple = Object.entries(state).filter(([, value]) => typeof value !== 'object' || value === null);
  return {
    ...facts,
    policy_version: policyVersion,
    mode: mode ? `${mode.name} v${mode.version}` : 'not supported by this version',
    state: Object.fromEntries(simple),
    last_message_number: author.last_message_number,
    last_request_number: author.last_request_number,
  };
}

function describePermission(permission: KeyPermission): Explanation['permissions'][number] {
  const { class: permissionClass, action } = permission;
  return {
    class: permissionClass,
    action,
    ...('key' in permission ? { key: permission.key } : { prefix: permission.prefix }),
    ...('not_after' in permission ? { not_after: permission.not_after.toISOString() } : {}),
  };
}

function describeRemedy(code: DenialCode): string {
  return remedies[code];
}
