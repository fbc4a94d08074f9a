import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { circleStream, enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { lockCircle } from '../../registry/circles/join-situation.ts';
import { memberObject } from '../../registry/circles/membership.ts';

/**
 * Republishes ended memberships that older releases published as members with an end, because a reader that ignores the end took
 * them for members. Safe to repeat after a crash.
 */
export async function renewEndedMemberships(platform: Platform): Promise<void> {
  const { database } = platform;
  const { circleMembers, publishedObjects } = tables;
  const isOfBefore = and(
    isNotNull(circleMembers.leftAt),
    // Outbox rows have a newer version than the confirmed object, and are of the new kind.
    eq(publishedObjects.version, publishedObjects.confirmedVersion),
    sql`${publishedObjects.confirmedText}::json ->> 'kind' = 'circle_member'`,
  );
  const published = sql`${publishedObjects.objectKey} = 'circles/' || ${circleMembers.circleId} || '/members/' ||
    ${circleMembers.agentId} || '.json'`;
  const found = await database
    .selectDistinct({ circleId: circleMembers.circleId })
    .from(circleMembers)
    .innerJoin(publishedObjects, published)
    .where(isOfBefore);
  for (const { circleId } of found) {
    await database.transaction(async (transaction) => {
      await lockCircle(transaction, circleId);
      const rows = await transaction
        .select({ member: circleMembers })
        .from(circleMembers)
        .innerJoin(publishedObjects, published)
        .where(and(isOfBefore, eq(circleMembers.circleId, circleId)));
      await enqueueObjects(
        transaction,
        rows.map(({ member }) => memberObject(member)),
      );
    });
    await platform.wake.stream(circleStream(circleId));
  }
}
