import { type Database, jsonParameter, tables } from '@agent-home/database';
import { and, isNotNull, sql } from 'drizzle-orm';
import { gather } from '../../foundation/pace/gather.ts';

/** The newest version known to be in the bucket. */
export interface Head {
  version: number;
  sha256: string;
}

export type FindHead = (objectKey: string) => Promise<Head | undefined>;

/** Finds what is in the bucket at a key; nothing for an object that has not arrived there yet. */
export function openHeadFinder(database: Database): FindHead {
  return gather(async (objectKeys) => {
    const { publishedObjects } = tables;
    const asked = jsonParameter([...new Set(objectKeys)]);
    const rows = await database
      .select({
        objectKey: publishedObjects.objectKey,
        version: publishedObjects.confirmedVersion,
        sha256: publishedObjects.confirmedSha256,
      })
      .from(publishedObjects)
      .where(
        and(
          sql`${publishedObjects.objectKey} in (select jsonb_array_elements_text(${asked}::jsonb))`,
          isNotNull(publishedObjects.confirmedVersion),
        ),
      );
    const found = new Map<string, Head>();
    for (const { objectKey, version, sha256 } of rows) {
      if (version !== null && sha256 !== null) found.set(objectKey, { version, sha256 });
    }
    return objectKeys.map((key) => found.get(key));
  });
}
