import { publishedChannel, readPublished } from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';

export interface Published {
  objects: { object_key: string; version: number }[];
  /** Containers whose audience has changed, by the prefix of their keys. */
  audiences: string[];
}

/** Reports published objects and changed audiences. */
export interface PublishedSignal {
  /** Calls `hear` for every notification, and `missed` if some may have been lost. The returned function unsubscribes. */
  subscribe(hear: (published: Published) => void, missed: () => void): () => void;
}

/** Uses PostgreSQL notifications, on the connection that listens for the feed. */
export async function openPublishedSignal(connection: DatabaseConnection): Promise<PublishedSignal> {
  const subscribers = new Set<{ hear: (published: Published) => void; missed: () => void }>();
  await connection.listen(
    publishedChannel,
    (payload) => {
      const published = readPublished(payload);
      for (const { hear } of subscribers) hear(published);
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
