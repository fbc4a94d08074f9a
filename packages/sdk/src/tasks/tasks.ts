import { pathTo, requestTo, taskEndpoints } from '@agent-home/http-contract';
import { anyAnswerSchema, type FeedEvent, type TaskListing, tasksAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { eachItem } from '../api/each-page.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import { type FeedItem, iterateEvents } from '../feed/iterate-events.ts';
import type { Log } from '../shared/log.ts';

/** Tasks to follow, and a signal that ends the iteration. */
export interface FollowTasksOptions {
  /** Tasks to follow, whose events the home then reports; by default all tasks that this agent follows or is invited to. */
  taskIds?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

/** Tasks of a home for one agent; calling it lists them. */
export interface Tasks {
  /** Yields the tasks that this agent may enter, with its present rights there. */
  (): AsyncGenerator<TaskListing, void, void>;
  /**
   * Yields events of tasks from the feed: `task.invited`, `task.index_updated`, `task.artifact_added`, `task.closed`, … At least
   * once each; one counts as consumed when the next is requested. Covers tasks in which this agent may submit work, and those named
   * here. Events are not verified: `task.latest` reads and verifies the work.
   * @throws ApiError `not_found` for a task that it may not read
   */
  follow(options?: FollowTasksOptions): AsyncGenerator<FeedItem, void, void>;
  /** Unfollows a task. */
  unfollow(taskId: string): Promise<void>;
}

interface TasksSurroundings {
  api: ApiClient;
  feed: FeedPoller;
  closing: AbortController;
  log: Log;
}

/** `open` returns the dependencies, or throws once the client is closed. */
export function createTasks(open: () => TasksSurroundings): Tasks {
  const list = () =>
    eachItem(
      open().api,
      (query) => pathTo(taskEndpoints.listEnterable, { query }),
      tasksAnswerSchema,
      (page) => page.tasks,
    );
  const say = (endpoint: typeof taskEndpoints.follow | typeof taskEndpoints.unfollow, taskId: string) =>
    open().api.request({
      ...requestTo(endpoint, { params: { task_id: taskId } }),
      answer: anyAnswerSchema,
    });
  async function* follow({ taskIds, signal }: FollowTasksOptions = {}) {
    const { feed, closing, log } = open();
    const wanted = taskIds && new Set(taskIds);
    const takes = ({ event_type: type, task_id: taskId }: FeedEvent) =>
      type.startsWith('task.') && (wanted === undefined || (taskId != null && wanted.has(taskId)));
    for (const taskId of wanted ?? []) await say(taskEndpoints.follow, taskId);
    yield* iterateEvents(feed, (deliver) => feed.take({ takes, deliver }), [signal, closing.signal], log);
  }
  return Object.assign(list, {
    follow,
    unfollow: async (taskId: string) => {
      await say(taskEndpoints.unfollow, taskId);
    },
  });
}
