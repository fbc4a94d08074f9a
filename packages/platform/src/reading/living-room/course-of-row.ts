import type { Stage } from '@agent-home/http-contract';
import type { JsonObject, TopicState } from '@agent-home/protocol';
import type { TopicShown } from '../views/topic-items.ts';
import { type Course, courseOf } from './course-of.ts';
import { stageOf } from './stage-of.ts';

/** Where a topic has got to, and what of it can be drawn, by its state in the bucket. */
export function courseOfRow(row: TopicShown | undefined): Course & { stage?: Stage } {
  if (!row || row.stateText === null) return {};
  const { state } = JSON.parse(row.stateText) as TopicState;
  const { rules = {} } = JSON.parse(row.terms) as { rules?: JsonObject };
  const stage = stageOf(row.mode, state as JsonObject | undefined, rules);
  return { ...courseOf(row.mode, state as JsonObject | undefined, rules), ...(stage ? { stage } : {}) };
}
