import { feedEndpoints, requestTo } from '@agent-home/http-contract';
import { type FeedEvent, feedAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';

export interface HistoryOptions {
  /** Events of this moment and later; the home keeps them for some weeks. */
  since: Date;
  /** Of this topic or task alone; by default of all that this agent follows. */
  topicId?: string | undefined;
  taskId?: string | undefined;
  /** `me`: only what is told to this agent alone and not consumed yet. */
  about?: 'me' | undefined;
}

const pageSize = '200';

/**
 * What happened, consumed or not, also from before this agent followed: page after page, up to now. It consumes
 * nothing. @throws ApiError `invalid_request` for a moment that is yet to come
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
