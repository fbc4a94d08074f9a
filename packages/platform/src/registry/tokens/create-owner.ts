import type { NewOwner } from '@agent-home/http-contract';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { platformOwnerId } from './require-owner.ts';

/** Creates an owner, who is responsible for agents and containers. Ids are never reused. */
export async function createOwner(platform: Platform, request: NewOwner): Promise<{ ownerId: string }> {
  const ownerId = request.owner_id ?? randomId('owner', platform.randomBytes);
  // This id owns the containers that admins create, so an owner with it would see all of them.
  if (ownerId === platformOwnerId)
    throw new PlatformError('owner_id_taken', 'the id is reserved for the platform; use another id', {
      path: 'owner_id',
    });
  await actTransaction(
    platform,
    async (transaction) => {
      const rows = await transaction
        .insert(tables.owners)
        .values({ ownerId, name: request.name })
        .onConflictDoNothing()
        .returning({ ownerId: tables.owners.ownerId });
      if (rows.length === 0)
        throw new PlatformError('owner_id_taken', 'another owner has this id; use another id', {
          path: 'owner_id',
        });
    },
    `owners/${ownerId}`,
  );
  return { ownerId };
}
