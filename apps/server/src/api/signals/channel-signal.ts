import type { RunNotice, readPublished } from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';

/** Reports the notifications of a channel to this process, from all processes. */
export interface ChannelSignal<Notice> {
  /** Calls `hear` for every notification, and `missed` if some may have been lost. The returned function unsubscribes. */
  subscribe(hear: (notice: Notice) => void, missed: () => void): () => void;
}

/** Reports published objects and containers whose audience has changed. */
export type PublishedSignal = ChannelSignal<Published>;
export type Published = ReturnType<typeof readPublished>;

/** Reports changes of mirrored runs. */
export type RunSignal = ChannelSignal<RunNotice>;

/**
 * Listens for PostgreSQL notifications, on the connection that listens for the feed.
 * @param parse reads the payload of a notification
 */
export async function openChannelSignal<Notice>(
  connection: DatabaseConnection,
  channel: string,
  parse: (payload: string) => Notice,
): Promise<ChannelSignal<Notice>> {
  const subscribers = new Set<{ hear: (notice: Notice) => void; missed: () => void }>();
  await connection.listen(
    channel,
    (payload) => {
      const notice = parse(payload);
      for (const { hear } of subscribers) hear(notice);
    },
    () => {
      for (const { missed } of subscribers) missed();
    },
  );
  return {
    subscribe(hear, missed) {
      const subscriber = { hear, missed };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}
