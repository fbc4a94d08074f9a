import { parseObjectKey } from '@agent-home/protocol';
import { AccessError } from './access-error.ts';
import { type Denial, deny } from './denial.ts';
import type { TicketClass, WriteTicket } from './key-permission.ts';

interface OwnTickets {
  class: TicketClass;
  agentId: string;
  /** Topic or circle that must contain the keys. */
  container: string;
  now: Date;
  keys: { key: string; not_after: Date }[];
}

/** Returns the author and place of a key of this class; undefined for any other key. */
function placeOf(key: string): { class: TicketClass; agentId: string; container: string } | undefined {
  const parsed = parseObjectKey(key);
  switch (parsed?.kind) {
    case 'topic_message':
      return { class: 'message', agentId: parsed.parts.agent_id, container: parsed.parts.topic_id };
    case 'topic_request':
      return { class: 'request', agentId: parsed.parts.agent_id, container: parsed.parts.topic_id };
    case 'circle_join_request':
      return { class: 'join_request', agentId: parsed.parts.agent_id, container: parsed.parts.circle_id };
    case 'circle_join_approval':
      return {
        class: 'join_approval',
        agentId: parsed.parts.reviewer_agent_id,
        container: parsed.parts.circle_id,
      };
    default:
      return undefined;
  }
}

/**
 * Returns tickets for these keys, without expired ones. A mistake of the caller must never open a platform key,
 * another agent's key or another container. @throws AccessError `key_outside_grant`
 */
export function ownTickets(wanted: OwnTickets): { permissions: WriteTicket[] } | Denial {
  for (const { key } of wanted.keys) {
    const place = placeOf(key);
    const isOwn =
      place?.class === wanted.class &&
      place.agentId === wanted.agentId &&
      place.container === wanted.container;
    if (!isOwn) {
      throw new AccessError(
        'key_outside_grant',
        `no ${wanted.class} key of ${wanted.agentId} in ${wanted.container}`,
      );
    }
  }
  const permissions = wanted.keys
    .filter(({ not_after }) => not_after.getTime() > wanted.now.getTime())
    .map(({ key, not_after }): WriteTicket => ({ class: wanted.class, action: 'put', key, not_after }));
  return permissions.length > 0
    ? { permissions }
    : deny('window_closed', 'the time for writing is over; wait for the next window');
}
