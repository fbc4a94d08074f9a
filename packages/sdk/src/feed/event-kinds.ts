/** About a task, and yet told to this agent alone. */
const ownTaskEvents: ReadonlySet<string> = new Set(['task.invited', 'task.left_out']);
const followersTopicEvents: ReadonlySet<string> = new Set(['topic.entry', 'topic.closed', 'topic.continued']);
const transientTopicEvents: ReadonlySet<string> = new Set([
  'topic.input_judged',
  'topic.turn_started',
  'topic.entry',
  'topic.closed',
]);

function isForTaskFollowers(type: string): boolean {
  return type.startsWith('task.') && !ownTaskEvents.has(type);
}

/** Whether an event of this type is told to all who follow its topic or task. */
export function isForFollowers(type: string): boolean {
  return followersTopicEvents.has(type) || isForTaskFollowers(type);
}

/**
 * Whether it is used up where nobody iterates the feed: the ledger tells the same of a topic, the listing of a task’s
 * work.
 */
export function isTransient(type: string): boolean {
  return transientTopicEvents.has(type) || isForTaskFollowers(type);
}
