import type { FeedEvent } from '../api/answers.ts';

export interface FeedConsumer {
  /** New to this process; at least once over several. */
  deliver(event: FeedEvent): void;
}

/** Takes some events out of the feed: it acknowledges them itself. Whoever iterates the feed is given them as well. */
export interface FeedTaker extends FeedConsumer {
  takes(event: FeedEvent): boolean;
}
