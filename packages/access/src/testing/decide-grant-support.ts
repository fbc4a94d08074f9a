import type { AccessFacts, TopicFacts, WritableFacts } from '../grants/access-facts.ts';

export const now = new Date('2026-11-21T16:59:00Z');
export const later = new Date('2026-11-21T17:00:00Z');
export const topic: TopicFacts = {
  topic_id: 't1',
  visibility: 'public',
  read_scope: 'all',
  allowlisted: false,
  participant: false,
  circle_member: false,
  owner_id: 'owner-1',
  status: 'open',
  mode_supported: true,
};
export const facts: AccessFacts = {
  now,
  agent: { agent_id: 'ada', standing: 'admitted' },
  heartbeat_key: 'agents/heartbeats/a/ada.last',
  topic,
};
export const messageKey = 'topics/t1/messages/ada/turn_1_0001.json';
export const requestKey = 'topics/t1/requests/ada/req_1.json';
export const tickets = (...keys: string[]): WritableFacts => ({
  keys: keys.map((key) => ({ key, not_after: later })),
});

export const readTopic = { type: 'topic_read', topic_id: 't1' } as const;
export const writeMessage = { type: 'topic_message_write', topic_id: 't1' } as const;
export const writeRequest = { type: 'topic_request_write', topic_id: 't1' } as const;
