import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';
import { publishedChannel } from './published-channel.ts';

/**
 * Notifies the processes that serve the web UI of a changed audience, in the transaction that changes it, so that they decide again
 * what each viewer may see. `prefix` is that of the container's keys; a circle's prefix also covers all topics and tasks for its
 * members.
 */
export async function audienceChanged(executor: Executor, prefix: string): Promise<void> {
  await executor.execute(sql`select pg_notify(${publishedChannel}, ${prefix})`);
}
