import { parseObjectKey } from '@agent-home/protocol';
import { AccessError } from '../access-error.ts';
import type { TopicFacts, WritableFacts } from './access-facts.ts';
import { type Denial, deny, modeDenialCode } from './denial.ts';
import type { WriteTicket } from './key-permission.ts';

interface TicketRequest {
  class: 'message' | 'request';
  agentId: string;
  topic: TopicFacts;
  now: Date;
  writable: WritableFacts | undefined;
}

/** A mode's mistake must never open a platform key, another agent's key or another topic. */
function assertOwnKey(key: string, { class: ticketClass, agentId, topic }: TicketRequest): void {
  const parsed = parseObjectKey(key);
  if (
    (parsed?.kind !== 'topic_message' && parsed?.kind !== 'topic_request') ||
    parsed.kind !== `topic_${ticketClass}` ||
    parsed.parts.agent_id !== agentId ||
    parsed.parts.topic_id !== topic.topic_id
  ) {
    throw new AccessError('key_outside_grant', `no ${ticketClass} key of ${agentId} in ${topic.topic_id}`);
  }
}

/** The keys that may be written now, or why none. Whether the topic is visible is decided before. */
export function writeTickets(request: TicketRequest): { permissions: WriteTicket[] } | Denial {
  const { topic, writable, now } = request;
  if (topic.status === 'closed') return deny('topic_closed', 'the topic is closed');
  if (!topic.mode_supported)
    return deny('mode_not_supported', 'the topic is read-only: its mode is not known');
  if (writable === undefined) throw new AccessError('missing_facts', 'what the mode lets the agent write');
  if ('denied' in writable) return deny(modeDenialCode(writable.denied), writable.message);
  for (const { key } of writable.keys) assertOwnKey(key, request);
  const permissions = writable.keys
    .filter(({ not_after }) => not_after.getTime() > now.getTime())
    .map(({ key, not_after }): WriteTicket => ({ class: request.class, action: 'put', key, not_after }));
  return permissions.length > 0
    ? { permissions }
    : deny('window_closed', 'the time for writing here has passed');
}
