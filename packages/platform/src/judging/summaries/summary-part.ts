import { findMode, type SummaryPart } from '@agent-home/modes';
import { type JsonObject, objectKey } from '@agent-home/protocol';
import type { tables } from '../../database/index.ts';

/**
 * Returns the part of the platform's summary for a topic in its present state; undefined for a mode that this
 * build does not know.
 */
export function findSummaryPart({
  mode,
  modeVersion,
  state,
}: Pick<typeof tables.topics.$inferSelect, 'mode' | 'modeVersion' | 'state'>): SummaryPart | undefined {
  return findMode(mode, modeVersion)?.summary(JSON.parse(state) as JsonObject);
}

export function getSummaryKey(topicId: string): string {
  return objectKey('topic_summary', { topic_id: topicId });
}
