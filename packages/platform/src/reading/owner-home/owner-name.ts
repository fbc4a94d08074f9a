import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

/** Returns an owner's name; undefined for an unknown id. */
export async function ownerName(executor: Executor, ownerId: string): Promise<string | undefined> {
  const { owners } = tables;
  const [row] = await executor.select({ name: owners.name }).from(owners).where(eq(owners.ownerId, ownerId));
  return row?.name;
}
