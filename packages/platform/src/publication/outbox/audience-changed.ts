import type { Executor } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import { publishedChannel } from './published-channel.ts';

/**
 * Tells the processes that show people what they may see, in the transaction that changes it, to ask anew. `prefix`: of
 * the keys of a container; that of a circle stands for all that is for its members.
 */
export async function audienceChanged(executor: Executor, prefix: string): Promise<void> {
  await executor.execute(sql`select pg_notify(${publishedChannel}, ${prefix})`);
}
