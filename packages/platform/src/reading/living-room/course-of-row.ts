import type { JsonObject, TopicState } from '@agent-home/protocol';
import type { TopicShown } from '../views/topic-items.ts';
import { type Course, courseOf } from './course-of.ts';

/** Where a topic has got to by its state in the bucket. */
export function courseOfRow(row: TopicShown | undefined): Course {
  if (!row || row.stateText === null) return {};
  const { state } = JSON.parse(row.stateText) as TopicState;
  const { rules = {} } = JSON.parse(row.terms) as { rules?: JsonObject };
  return courseOf(row.mode, state as JsonObject | undefined, rules);
}
