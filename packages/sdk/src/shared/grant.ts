/** One permission that an agent can request. */
export type Grant =
  | { type: 'registry_read' }
  | { type: 'heartbeat_write' }
  | { type: 'prompt_read' }
  | { type: 'topic_read' | 'topic_request_write' | 'topic_message_write'; topic_id: string }
  | { type: 'task_read' | 'task_write'; task_id: string }
  | { type: 'circle_read'; circle_id: string }
  | { type: 'circle_join_request_write' | 'circle_join_approval_write'; circle_id: string };

/** Requested for each action: `CredentialManager.writing`. */
type WriteGrant = {
  type:
    | 'topic_request_write'
    | 'topic_message_write'
    | 'task_write'
    | 'circle_join_request_write'
    | 'circle_join_approval_write';
};

export type ReadGrant = Exclude<Grant, WriteGrant>;

/** Returns the grant's name with its container of any kind. */
export function grantName(grant: { type: string; [member: string]: unknown }): string {
  const container = Object.entries(grant).find(([name]) => name.endsWith('_id'));
  return container === undefined ? grant.type : `${grant.type}:${String(container[1])}`;
}
