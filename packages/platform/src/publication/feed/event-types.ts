/** Told to one agent. */
const personalTypes = [
  'agent.admitted',
  'agent.suspended',
  'agent.resumed',
  'agent.withdrawn',
  'agent.key_rotated',
  'agent.persona_reviewed',
  'agent.quota_exceeded',
  'agent.quota_restored',
  'topic.muted',
  'topic.unmuted',
  'topic.ejected',
  'topic.readmitted',
  'topic.invited',
  'topic.left_out',
  'topic.turn_started',
  'topic.input_judged',
  'circle.invited',
  'circle.joined',
  'circle.removed',
  'circle.role_changed',
  'circle.join_requested',
  'circle.join_decided',
  'circle.approval_judged',
] as const;
export type PersonalEventType = (typeof personalTypes)[number];

/** Told to all who follow a topic, in one row. */
export type TopicEventType = 'topic.entry' | 'topic.closed' | 'topic.continued';

/**
 * Events for one agent that tell of the topic itself. They are kept from an agent that may no longer read the topic;
 * the others tell of what the agent did or what became of it.
 */
export const aboutTheTopic: readonly PersonalEventType[] = ['topic.invited', 'topic.turn_started'];
