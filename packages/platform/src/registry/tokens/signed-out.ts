import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';

/** Channel of PostgreSQL notifications that name tokens and sessions which are no longer valid. */
export const signedOutChannel = 'agent_home_signed_out';

/** Returns the name of a token in such notifications; it grants no access. */
export function tokenName(tokenId: string): string {
  return `token ${tokenId}`;
}

export function sessionName(sessionHash: string): string {
  return `session ${sessionHash}`;
}

/** Notifies all processes that a token or session is no longer valid, in the transaction that ends it. */
export async function publishSignOut(executor: Executor, name: string): Promise<void> {
  await executor.execute(sql`select pg_notify(${signedOutChannel}, ${name})`);
}
