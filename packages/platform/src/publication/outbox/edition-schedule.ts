import { type CertifiedKind, parseVersionedKey } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

const dayMs = 86_400_000;
/** Replaces the store's tag for an object whose bytes are only in the database. */
export const notInBucket = '';

/** One schema version of a kind: the last of a kind has no sunset. */
export interface ScheduledVersion {
  kind: CertifiedKind;
  schemaVersion: number;
  sunsetAt?: Date;
}

/** Returns every kind with more than one published schema version, and the sunset of each version. */
export async function editionSchedule(platform: PublishingPlatform): Promise<ScheduledVersion[]> {
  const scheduled: ScheduledVersion[] = [];
  for (const kind of new Set(platform.editions.map((edition) => edition.kind))) {
    const later = platform.editions
      .filter((edition) => edition.kind === kind)
      .map((edition) => edition.schemaVersion)
      .sort((one, other) => one - other);
    for (const [index, schemaVersion] of [1, ...later].entries()) {
      const next = later[index];
      const sunsetAt = next === undefined ? undefined : await sunsetBefore(platform, kind, next);
      scheduled.push({ kind, schemaVersion, ...(sunsetAt ? { sunsetAt } : {}) });
    }
  }
  return scheduled;
}

/** Returns true if the object of this key has a schema version past its sunset, which the bucket no longer holds. */
export async function isPastSunset(platform: PublishingPlatform, objectKey: string): Promise<boolean> {
  // Almost every home has one version of each kind and needs no query.
  if (platform.editions.length === 0) return false;
  const place = parseVersionedKey(objectKey);
  const next = platform.editions
    .filter((edition) => edition.kind === place?.kind && edition.schemaVersion > place.schemaVersion)
    .sort((one, other) => one.schemaVersion - other.schemaVersion)[0];
  if (!next) return false;
  const sunset = await sunsetBefore(platform, next.kind, next.schemaVersion);
  return sunset !== undefined && sunset <= platform.now();
}

/** Returns the sunset of the previous version; undefined until a worker has begun to publish this one. */
async function sunsetBefore(
  { database, config }: PublishingPlatform,
  kind: CertifiedKind,
  schemaVersion: number,
): Promise<Date | undefined> {
  const { schemaEditions: table } = tables;
  const [row] = await database
    .select({ beganAt: table.beganAt })
    .from(table)
    .where(and(eq(table.kind, kind), eq(table.schemaVersion, schemaVersion)));
  return row && new Date(row.beganAt.getTime() + config.schemaOverlapDays * dayMs);
}
