import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

/** What an owner is called; undefined where there is none of this id. */
export async function ownerName(executor: Executor, ownerId: string): Promise<string | undefined> {
  const { owners } = tables;
  const [row] = await executor.select({ name: owners.name }).from(owners).where(eq(owners.ownerId, ownerId));
  return row?.name;
}
