import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { enqueueBehind } from '../outbox/enqueue-editions.ts';

/** Records when publication of later schema versions began, which determines the sunset of the previous ones. */
export async function beginEditions({ database, editions, now }: PublishingPlatform): Promise<void> {
  if (editions.length === 0) return;
  const beganAt = now();
  await database
    .insert(tables.schemaEditions)
    .values(editions.map(({ kind, schemaVersion }) => ({ kind, schemaVersion, beganAt })))
    .onConflictDoNothing();
}

const roundsAtOnce = 40;

/** Publishes objects that exist only in the first schema version, in limited rounds; the next call continues. */
export async function catchUpEditions(platform: PublishingPlatform): Promise<void> {
  for (const edition of platform.editions)
    for (let round = 0; round < roundsAtOnce; round += 1)
      if ((await enqueueBehind(platform, edition)) === 0) break;
}
