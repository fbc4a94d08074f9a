import type { Relation, Visibility } from '../dimensions.ts';
import type { ObjectName } from '../object-classes.ts';

/** Audience of a task (seed: task visibility; ADR 0011: invite is the list plus recorded participants). */
// biome-ignore format: a table is read by its columns
export const taskAudience: Record<Relation, Record<Visibility, 'in' | 'out'>> = {
  none:         { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'out' },
  reader:       { public: 'in',  circle: 'out', invite: 'in',  'owner-only': 'out' },
  member:       { public: 'in',  circle: 'in',  invite: 'out', 'owner-only': 'out' },
  moderator:    { public: 'in',  circle: 'in',  invite: 'out', 'owner-only': 'out' },
  owners_agent: { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'in'  },
  // Removed from the list or the circle after taking part. Public tasks stay readable.
  removed:      { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'out' },
  speaker:      { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'out' },
  past_speaker: { public: 'in',  circle: 'out', invite: 'in',  'owner-only': 'out' },
  slot_holder:  { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'out' },
};

export interface TaskRow {
  read: boolean;
  list: boolean;
  write: 'own folder' | 'never';
  from: string;
}

// biome-ignore format: a table is read by its columns
export const taskTable: Record<ObjectName<'task'>, TaskRow> = {
  manifest:                { read: true,  list: true,  write: 'never',      from: 'seed: agent cannot write task manifest metadata' },
  index_own:               { read: true,  list: true,  write: 'own folder', from: 'seed: tasks/{task_id}/agents/{agent_id}/**' },
  artifact_own:            { read: true,  list: true,  write: 'own folder', from: 'seed: tasks/{task_id}/agents/{agent_id}/**' },
  index_of_another:        { read: true,  list: true,  write: 'never',      from: 'seed: artifacts only under its own prefix' },
  artifact_of_another:     { read: true,  list: true,  write: 'never',      from: 'seed: artifacts only under its own prefix' },
  artifact_of_longer_name: { read: true,  list: true,  write: 'never',      from: 'ADR 0045, RAM: a missing slash also matches a10/' },
  artifact_folder_as_key:  { read: true,  list: true,  write: 'never',      from: 'seed: only under its own prefix, which ends with a slash' },
  sibling_manifest:        { read: false, list: false, write: 'never',      from: 'ADR 0045, RAM: a missing slash also matches t10/' },
  sibling_artifact:        { read: false, list: false, write: 'never',      from: 'ADR 0045, RAM: a missing slash also matches t10/' },
  folder_without_slash:    { read: false, list: false, write: 'never',      from: 'ADR 0045, RAM: classic mistakes' },
  all_tasks:               { read: false, list: false, write: 'never',      from: 'seed: listing only the task’s own prefix' },
};
