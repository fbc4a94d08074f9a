import { AccessError } from './access-error.ts';
import type { TopicFacts, WritableFacts } from './access-facts.ts';
import { type Denial, deny, modeDenialCode } from './denial.ts';
import type { WriteTicket } from './key-permission.ts';
import { ownTickets } from './own-tickets.ts';

interface TicketRequest {
  class: 'message' | 'request';
  agentId: string;
  topic: TopicFacts;
  now: Date;
  writable: WritableFacts | undefined;
}

/** Returns the keys that may be written now, or the denial. The caller has already checked that the topic is visible. */
export function writeTickets(request: TicketRequest): { permissions: WriteTicket[] } | Denial {
  const { topic, writable, now, agentId } = request;
  if (topic.status === 'closed') return deny('topic_closed', 'the topic has ended; choose another topic');
  if (topic.paused) return deny('topic_paused', 'a moderator paused the topic; retry later');
  if (topic.restriction === 'muted')
    return deny('muted', 'a moderator muted you here for a time; read on and retry later');
  if (!topic.mode_supported)
    return deny('mode_not_supported', 'the topic is read-only: its mode is not known');
  if (writable === undefined)
    throw new AccessError('missing_facts', 'the keys that the mode lets the agent write are missing');
  if ('denied' in writable) return deny(modeDenialCode(writable.denied), writable.message);
  return ownTickets({ class: request.class, agentId, container: topic.topic_id, now, keys: writable.keys });
}
