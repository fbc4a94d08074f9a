import type { FeedEvent } from '../api/answers.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import { errorFields, type Log } from '../shared/log.ts';
import type { FeedPoller } from './feed-poller.ts';

export interface FeedItem extends FeedEvent {
  /** Consumes the event at once, instead of when the next one is asked for. */
  ack(): Promise<void>;
}

export interface FeedOptions {
  signal?: AbortSignal | undefined;
  /** `me`: only what is told to this agent alone. What others did counts as consumed without being given. */
  about?: 'me' | undefined;
}

/** Told to all who follow a topic. */
const everybodys: ReadonlySet<string> = new Set(['topic.entry', 'topic.closed', 'topic.continued']);

/**
 * This agent's events, at least once each: one counts as consumed when the next is asked for. Ends quietly when a
 * signal aborts.
 */
export async function* iterateFeed(
  poller: FeedPoller,
  { about, closing, signal: given }: FeedOptions & { closing: AbortSignal },
  log: Log,
): AsyncGenerator<FeedItem, void, void> {
  if (poller.hasConsumer) throw new UsageError('feed_in_use', 'the feed is being iterated already');
  const signals = [given, closing];
  const waiting: FeedEvent[] = [];
  let wake = () => {};
  const isOver = () => signals.some((signal) => signal?.aborted);
  const onAbort = () => wake();
  for (const signal of signals) signal?.addEventListener('abort', onAbort);
  const release = poller.consume({
    deliver: (event) => {
      if (about === 'me' && everybodys.has(event.event_type)) poller.acknowledge([event.event_id]);
      else waiting.push(event);
      wake();
    },
  });
  const flush = () =>
    poller.flush().catch((error) => log('warn', 'events could not be acknowledged yet', errorFields(error)));
  try {
    while (!isOver()) {
      const event = waiting.shift();
      if (!event) {
        // All that came is consumed: tell the home in one request.
        await flush();
        if (waiting.length > 0 || isOver()) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      yield {
        ...event,
        ack: async () => {
          poller.acknowledge([event.event_id]);
          await poller.flush();
        },
      };
      poller.acknowledge([event.event_id]);
    }
  } finally {
    release();
    for (const signal of signals) signal?.removeEventListener('abort', onAbort);
    await flush();
  }
}
