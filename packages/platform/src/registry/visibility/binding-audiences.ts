import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';

/** Returns the version of a platform object that is in the bucket; null if there is none. */
export function confirmedVersion(objectKey: SQL): SQL {
  const { publishedObjects } = tables;
  return sql`(select known.confirmed_version from ${publishedObjects} as known
    where known.object_key = ${objectKey} and known.confirmed_text is not null)`;
}

/**
 * Returns a SQL condition: every former audience that still applies fulfils `condition`, which refers to a row `former`. A former
 * audience applies until the manifest that replaced it is in the bucket (openspec: visibility). A condition that is null in SQL, as
 * with an agent without an owner, is not fulfilled.
 */
export function everyFormerAudience(stored: SQL, manifestVersion: SQL, condition: SQL): SQL {
  return sql`not exists (
    select 1 from json_array_elements(coalesce(${stored}, '[]')::json) as former
    where (former ->> 'until_version')::integer > ${manifestVersion} and (${condition}) is not true)`;
}
