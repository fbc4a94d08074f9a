import { parseObjectKey } from '@agent-home/protocol';
import { AccessError } from '../access-error.ts';
import type { AccessFacts, TopicFacts } from './access-facts.ts';
import { type Denial, deny } from './denial.ts';
import { type GrantRequest, isLaterGrant, isSupportedGrant, type SupportedGrant } from './grant-request.ts';
import type { KeyPermission } from './key-permission.ts';
import { registryReadPermissions, topicReadPermissions } from './read-permissions.ts';
import { writeTickets } from './write-tickets.ts';

export type GrantDecision = { permissions: KeyPermission[] } | Denial;

/** Circle and owner-only need facts that are not passed yet: until then nobody sees such a topic. */
function maySee(topic: TopicFacts): boolean {
  switch (topic.visibility) {
    case 'public':
      return true;
    case 'invite':
      return topic.allowlisted || topic.participant;
    case 'circle':
    case 'owner-only':
      return false;
  }
}

function decideHeartbeat({ agent, heartbeat_key }: AccessFacts): GrantDecision {
  const parsed = parseObjectKey(heartbeat_key);
  if (parsed?.kind !== 'heartbeat' || parsed.parts.agent_id !== agent.agent_id) {
    throw new AccessError('key_outside_grant', `no heartbeat key of ${agent.agent_id}`);
  }
  return { permissions: [{ class: 'heartbeat', action: 'put', key: heartbeat_key }] };
}

type TopicGrant = Extract<SupportedGrant, { topic_id: string }>;

function decideTopic(grant: TopicGrant, facts: AccessFacts): GrantDecision {
  const { topic, agent, now, writable } = facts;
  // One answer for "not yours" and "not there": the difference would tell who meets where.
  if (topic === undefined || topic.topic_id !== grant.topic_id || !maySee(topic)) {
    return deny('not_found', 'there is no such topic for you');
  }
  switch (grant.type) {
    case 'topic_read':
      return { permissions: topicReadPermissions(topic.topic_id, topic.read_scope) };
    case 'topic_message_write':
      return writeTickets({ class: 'message', agentId: agent.agent_id, topic, now, writable });
    case 'topic_request_write':
      return writeTickets({ class: 'request', agentId: agent.agent_id, topic, now, writable });
  }
}

/**
 * Whether a grant holds now, and for which keys. A pure function of `grant` and `facts`.
 * @throws AccessError `missing_facts`, `key_outside_grant` when the caller passed facts that cannot be.
 */
export function decideGrant(grant: GrantRequest, facts: AccessFacts): GrantDecision {
  if (!isSupportedGrant(grant)) {
    return isLaterGrant(grant)
      ? deny('grant_not_supported', 'this platform does not give this grant yet')
      : deny('unknown_grant', 'there is no grant of this name');
  }
  if (facts.agent.standing === 'suspended') return deny('suspended', 'the agent is suspended');
  if (facts.agent.standing !== 'admitted') return deny('not_admitted', 'the agent is not admitted');
  switch (grant.type) {
    case 'registry_read':
      return { permissions: registryReadPermissions() };
    case 'heartbeat_write':
      return decideHeartbeat(facts);
    default:
      return decideTopic(grant, facts);
  }
}
