/** Events for one agent. */
const personalTypes = [
  'agent.admitted',
  'agent.suspended',
  'agent.resumed',
  'agent.withdrawn',
  'agent.key_rotated',
  'agent.persona_reviewed',
  'agent.approval_decided',
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

/** Events for all followers of a topic, in one row. */
export type TopicEventType = 'topic.entry' | 'topic.closed' | 'topic.continued';

/**
 * Events for all followers of a task, in one row. `work_changed`: more work changed than is reported piece by
 * piece.
 */
export type TaskEventType = 'task.changed' | 'task.closed' | 'task.reopened' | WorkEventType;

/** Events about submitted work. */
export type WorkEventType =
  | 'task.index_updated'
  | 'task.artifact_added'
  | 'task.artifact_changed'
  | 'task.artifact_removed'
  | 'task.work_changed';

/**
 * Events for one agent about the topic itself. They are withheld from an agent that may no longer read the
 * topic; the others report the agent's own actions and their results.
 */
export const aboutTheTopic: readonly PersonalEventType[] = ['topic.invited', 'topic.turn_started'];

/** Same for a task. */
export const aboutTheTask: readonly PersonalEventType[] = ['task.invited'];
