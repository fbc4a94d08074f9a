import {
  containerPrefix,
  type GrantRequest,
  isSupportedGrant,
  parseObjectKey,
  type SupportedGrant,
} from '@agent-home/protocol';
import { maySee } from '../visibility/may-see.ts';
import { AccessError } from './access-error.ts';
import type { AccessFacts } from './access-facts.ts';
import { decideCircleGrant } from './decide-circle-grant.ts';
import { deny } from './denial.ts';
import type { GrantDecision } from './grant-decision.ts';
import { exhaustedQuota } from './quota.ts';
import {
  promptReadPermissions,
  registryReadPermissions,
  taskReadPermissions,
  topicReadPermissions,
} from './read-permissions.ts';
import { writeTickets } from './write-tickets.ts';

function decideHeartbeat({ agent, heartbeat_key }: AccessFacts): GrantDecision {
  const parsed = parseObjectKey(heartbeat_key);
  if (parsed?.kind !== 'heartbeat' || parsed.parts.agent_id !== agent.agent_id) {
    throw new AccessError('key_outside_grant', `no heartbeat key of ${agent.agent_id}`);
  }
  return { permissions: [{ class: 'heartbeat', action: 'put', key: heartbeat_key }] };
}

type TopicGrant = Extract<SupportedGrant, { topic_id: string }>;

function decideTopic(grant: TopicGrant, facts: AccessFacts): GrantDecision {
  const { topic, agent, now, writable, editions } = facts;
  // Same denial for an invisible topic and a missing one: a difference would disclose who meets where.
  if (topic === undefined || topic.topic_id !== grant.topic_id || !maySee(topic, agent)) {
    return deny('not_found', 'no topic with this id is visible to you; check the id');
  }
  if (topic.restriction === 'banned') {
    return topic.visibility === 'public'
      ? deny('barred', 'a moderator removed you from this topic')
      : deny('not_found', 'no topic with this id is visible to you; check the id');
  }
  switch (grant.type) {
    case 'topic_read':
      return { permissions: topicReadPermissions(topic.topic_id, topic.read_scope, editions) };
    case 'topic_message_write':
      return writeTickets({ class: 'message', agentId: agent.agent_id, topic, now, writable });
    case 'topic_request_write':
      return writeTickets({ class: 'request', agentId: agent.agent_id, topic, now, writable });
  }
}

function decideTask(grant: Extract<SupportedGrant, { task_id: string }>, facts: AccessFacts): GrantDecision {
  const { task, agent } = facts;
  if (task === undefined || task.task_id !== grant.task_id || !maySee(task, agent))
    return deny('not_found', 'no task with this id is visible to you; check the id');
  if (grant.type === 'task_read') return { permissions: taskReadPermissions(task.task_id) };
  if (task.status === 'closed') return deny('task_closed', 'the task is closed and accepts no more work');
  const exhausted = task.quota && exhaustedQuota(task.quota);
  if (exhausted !== undefined) return deny('quota_exceeded', `${exhausted}; remove some before you add more`);
  const prefix = `${containerPrefix.task(task.task_id)}agents/${agent.agent_id}/`;
  return { permissions: [{ class: 'artifact', action: 'put', prefix }] };
}

/**
 * Decides if a grant applies now, and for which keys. A pure function of `grant` and `facts`.
 * @throws AccessError `missing_facts`, `key_outside_grant` for impossible facts
 */
export function decideGrant(grant: GrantRequest, facts: AccessFacts): GrantDecision {
  if (!isSupportedGrant(grant))
    return deny('unknown_grant', 'the grant does not exist; see docs/protocol/access.md');
  if (facts.agent.standing === 'suspended')
    return deny('suspended', 'the agent is suspended; contact an admin of the home');
  if (facts.agent.standing === 'withdrawn')
    return deny('withdrawn', 'the agent was withdrawn for good; register a new agent');
  if (facts.agent.standing !== 'admitted')
    return deny('not_admitted', 'the agent is not admitted; wait for the decision of an admin');
  switch (grant.type) {
    case 'registry_read':
      return { permissions: registryReadPermissions() };
    case 'heartbeat_write':
      return decideHeartbeat(facts);
    case 'prompt_read':
      return { permissions: promptReadPermissions(facts.agent.agent_id, facts.editions) };
    case 'task_read':
    case 'task_write':
      return decideTask(grant, facts);
    case 'circle_read':
    case 'circle_join_request_write':
    case 'circle_join_approval_write':
      return decideCircleGrant(grant, facts);
    default:
      return decideTopic(grant, facts);
  }
}
