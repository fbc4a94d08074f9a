import type { FeedEvent } from '../api/answers.ts';
import { errorFields, type Log } from '../shared/log.ts';
import type { FeedPoller } from './feed-poller.ts';

/** An event with its acknowledgement. */
export interface FeedItem extends FeedEvent {
  /** Consumes the event at once, instead of with the next request. */
  ack(): Promise<void>;
}

/**
 * Yields events, at least once each: one counts as consumed when the next is requested. Ends without an error
 * when a signal aborts. `open` starts the delivery and returns a function that ends it.
 */
export async function* iterateEvents(
  poller: FeedPoller,
  open: (deliver: (event: FeedEvent) => void) => () => void,
  signals: (AbortSignal | undefined)[],
  log: Log,
): AsyncGenerator<FeedItem, void, void> {
  const waiting: FeedEvent[] = [];
  let wake = () => {};
  const isOver = () => signals.some((signal) => signal?.aborted);
  const onAbort = () => wake();
  for (const signal of signals) signal?.addEventListener('abort', onAbort);
  const release = open((event) => {
    waiting.push(event);
    wake();
  });
  const orLater = (flushed: Promise<void>) =>
    flushed.catch((error) => log('warn', 'events could not be acknowledged yet', errorFields(error)));
  try {
    while (!isOver()) {
      const event = waiting.shift();
      if (!event) {
        // All delivered events are consumed: acknowledge them in one request, or with the next read.
        await orLater(poller.flushSoon());
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
    await orLater(poller.flush());
  }
}
