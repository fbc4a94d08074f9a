import { type SQL, sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';

/** The newest version known to be in the bucket. */
export interface Head {
  version: number;
  sha256: string;
}

export interface HeadRow extends Head {
  key: string;
}

export type FindHead = (objectKey: string) => Promise<Head | undefined>;

/** Finds the confirmed object at a key; undefined for an object that has not arrived there yet. */
export function createHeadFinder(database: Database): FindHead {
  return createBatcher(async (objectKeys) => {
    const rows = await database.execute<HeadRow & Record<string, unknown>>(
      selectHeads([...new Set(objectKeys)]),
    );
    const found = new Map(rows.map(({ key, version, sha256 }) => [key, { version, sha256 }]));
    return objectKeys.map((key) => found.get(key));
  });
}

/** Returns a statement with a row for each of these keys whose object has arrived in the bucket. */
export function selectHeads(objectKeys: string[]): SQL {
  const { publishedObjects } = tables;
  return sql`select ${publishedObjects.objectKey} as key, ${publishedObjects.confirmedVersion} as version,
          ${publishedObjects.confirmedSha256} as sha256
        from ${publishedObjects}
        where ${publishedObjects.objectKey} in (select jsonb_array_elements_text(${jsonParameter(objectKeys)}::jsonb))
          and ${publishedObjects.confirmedVersion} is not null and ${publishedObjects.confirmedSha256} is not null`;
}
