import { type FeedEvent, feedAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Begin and filters of a history. */
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
    const query = new URLSearchParams({
      limit: pageSize,
      since: since.toISOString(),
      ...(topicId === undefined ? {} : { topic_id: topicId }),
      ...(taskId === undefined ? {} : { task_id: taskId }),
      ...(about === undefined ? {} : { about }),
      ...(after === undefined ? {} : { after }),
    });
    const page = await api.request({ method: 'GET', path: `/v1/feed?${query}`, answer: feedAnswerSchema });
    yield* page.events;
    if (!page.more || page.cursor === after) return;
    after = page.cursor;
  }
}
