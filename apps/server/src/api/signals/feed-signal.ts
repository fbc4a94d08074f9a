import { feedChannel } from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';
import { type FeedSignal, FeedSubscriptions } from './feed-subscriptions.ts';

/**
 * Ends waiting polls by PostgreSQL notifications, so that it works with any number of processes. Notifications
 * sent while the connection is broken are lost: after a reconnect all polls read again.
 */
export async function openFeedSignal(connection: DatabaseConnection): Promise<FeedSignal> {
  const subscriptions = new FeedSubscriptions();
  await connection.listen(
    feedChannel,
    (name) => subscriptions.tell(name),
    () => subscriptions.notifyAll(),
  );
  return subscriptions;
}
