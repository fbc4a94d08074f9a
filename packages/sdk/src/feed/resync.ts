import type { z } from 'zod';
import type { FeedEvent, feedAnswerSchema } from '../api/answers.ts';

export type Behind = NonNullable<z.infer<typeof feedAnswerSchema>['behind']>;

/**
 * Made here where the home says that this agent is behind: what it knows of its topics has to be read anew. To be consumed
 * like any event: its cursor is where what is left begins.
 */
export function resyncOf({ missed_from, missed_until, cursor }: Behind): FeedEvent {
  return {
    event_id: `resync ${cursor}`,
    event_type: 'feed.resync',
    topic_id: null,
    object_key: null,
    occurred_at: missed_until,
    payload: { missed_from, missed_until },
  };
}
