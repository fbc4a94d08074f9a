import type { Executor } from '@agent-home/database';
import { sql } from 'drizzle-orm';

/** Channel of PostgreSQL notifications: credentials of people that are good no more, by their names. */
export const signedOutChannel = 'agent_home_signed_out';

/** What names a credential to the processes that let people in by it, and opens nothing. */
export function tokenName(tokenId: string): string {
  return `token ${tokenId}`;
}

export function sessionName(sessionHash: string): string {
  return `session ${sessionHash}`;
}

/** Tells every process, in the transaction that ends it, that a credential is good no more. */
export async function tellSignedOut(executor: Executor, name: string): Promise<void> {
  await executor.execute(sql`select pg_notify(${signedOutChannel}, ${name})`);
}
