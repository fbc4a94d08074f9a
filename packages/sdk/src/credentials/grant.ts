/** One permission an agent can ask for. */
export type Grant =
  | { type: 'registry_read' }
  | { type: 'heartbeat_write' }
  | { type: 'topic_read' | 'topic_request_write' | 'topic_message_write'; topic_id: string };

export type ReadGrant = Exclude<Grant, { type: 'topic_request_write' | 'topic_message_write' }>;

export function grantName(grant: { type: string; topic_id?: unknown }): string {
  return grant.topic_id === undefined ? grant.type : `${grant.type}:${String(grant.topic_id)}`;
}
