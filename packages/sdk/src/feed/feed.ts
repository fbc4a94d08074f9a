import { UsageError } from '../errors/agent-home-error.ts';
import type { Log } from '../shared/log.ts';
import { isForFollowers } from './event-kinds.ts';
import type { FeedPoller } from './feed-poller.ts';
import { type FeedItem, iterateEvents } from './iterate-events.ts';

/** Signal and filter of a feed. */
export interface FeedOptions {
  signal?: AbortSignal | undefined;
  /** `me`: only events for this agent. Other events count as consumed without being returned. */
  about?: 'me' | undefined;
}

/**
 * Yields this agent's events, at least once each: one counts as consumed when the next is requested. Ends
 * without an error when a signal aborts.
 */
export async function* iterateFeed(
  poller: FeedPoller,
  { about, closing, signal }: FeedOptions & { closing: AbortSignal },
  log: Log,
): AsyncGenerator<FeedItem, void, void> {
  if (poller.hasConsumer)
    throw new UsageError('feed_in_use', 'the feed has a consumer already; use one iteration at a time');
  yield* iterateEvents(
    poller,
    (deliver) =>
      poller.consume({
        deliver: (event) => {
          if (about === 'me' && isForFollowers(event.event_type)) poller.acknowledge([event.event_id]);
          else deliver(event);
        },
      }),
    [signal, closing],
    log,
  );
}
