/** Task events that are sent to this agent only. */
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

/** Returns true if events of this type are sent to all followers of the topic or task. */
export function isForFollowers(type: string): boolean {
  return followersTopicEvents.has(type) || isForTaskFollowers(type);
}

/**
 * Returns true if an event counts as consumed without an iteration of the feed: the ledger has the same facts
 * about a topic, the listing those about a task's work.
 */
export function isTransient(type: string): boolean {
  return transientTopicEvents.has(type) || isForTaskFollowers(type);
}
