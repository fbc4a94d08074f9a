import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Owner id of containers that admins create without an owner. No real owner has it, and it cannot sign in. */
export const platformOwnerId = 'platform';

/** @throws PlatformError `invalid_input` if there is no such owner */
export async function requireOwner(executor: Executor, ownerId: string): Promise<void> {
  const { owners } = tables;
  const rows = await executor
    .select({ ownerId: owners.ownerId })
    .from(owners)
    .where(eq(owners.ownerId, ownerId));
  if (rows.length === 0)
    throw new PlatformError('invalid_input', `owner ${ownerId} does not exist; create it first`, {
      path: 'owner_id',
    });
}

/**
 * Requires an owner's id or that of the platform.
 * @throws PlatformError
 */
export async function requireOwnerOrPlatform(executor: Executor, ownerId: string): Promise<void> {
  if (ownerId !== platformOwnerId) await requireOwner(executor, ownerId);
}
