import { feedChannel } from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';
import { type FeedSignal, FeedSubscriptions } from './feed-subscriptions.ts';

/**
 * Wakes waiting polls by PostgreSQL notifications, so that it works however many processes there are. What is told while
 * the connection is broken is lost: once it listens again, everybody looks.
 */
export async function openFeedSignal(connection: DatabaseConnection): Promise<FeedSignal> {
  const subscriptions = new FeedSubscriptions();
  await connection.listen(
    feedChannel,
    (name) => subscriptions.tell(name),
    () => subscriptions.tellAll(),
  );
  return subscriptions;
}
