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
  'task.invited',
  'task.left_out',
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

/** Told to all who follow a task, in one row. `work_changed`: more work changed than is told of piece by piece. */
export type TaskEventType = 'task.changed' | 'task.closed' | 'task.reopened' | WorkEventType;

/** Of work that was handed in. */
export type WorkEventType =
  | 'task.index_updated'
  | 'task.artifact_added'
  | 'task.artifact_changed'
  | 'task.artifact_removed'
  | 'task.work_changed';

/**
 * Events for one agent that tell of the topic itself. They are kept from an agent that may no longer read the topic;
 * the others tell of what the agent did or what became of it.
 */
export const aboutTheTopic: readonly PersonalEventType[] = ['topic.invited', 'topic.turn_started'];

/** The same of a task. */
export const aboutTheTask: readonly PersonalEventType[] = ['task.invited'];
