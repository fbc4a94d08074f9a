import { feedEndpoints, requestTo } from '@agent-home/http-contract';
import { type FeedEvent, feedAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Start and filters of a history. */
export interface HistoryOptions {
  /** Events of this moment and later; the home keeps them for some weeks. */
  since: Date;
  /** Restricts the history to this topic or task; by default all that this agent follows. */
  topicId?: string | undefined;
  taskId?: string | undefined;
  /** `me`: only unconsumed events for this agent. */
  about?: 'me' | undefined;
}

const pageSize = '200';

/**
 * Yields past events up to now, consumed or not, including those from before this agent followed. Consumes none.
 * @throws ApiError `invalid_request` for a time in the future
 */
export async function* readHistory(
  api: ApiClient,
  { since, topicId, taskId, about }: HistoryOptions,
): AsyncGenerator<FeedEvent, void, void> {
  for (let after: string | undefined; ; ) {
    const from = since.toISOString();
    const query = { limit: pageSize, since: from, topic_id: topicId, task_id: taskId, about, after };
    const request = requestTo(feedEndpoints.read, { query });
    const page = await api.request({ ...request, answer: feedAnswerSchema });
    yield* page.events;
    if (!page.more || page.cursor === after) return;
    after = page.cursor;
  }
}
