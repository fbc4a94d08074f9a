import { parseVersionedKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import type { Database } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { canSeeObject } from './show-object.ts';

/** Returns the scope of an object. All objects of one scope, such as those of a container, are visible to the same viewers. */
export function audienceScope(objectKey: string): string {
  const [folder, container, part] = objectKey.split('/');
  if (folder === 'topics' || folder === 'tasks') return `${folder}/${container}/`;
  if (folder === 'circles')
    return part === 'members' ? `${folder}/${container}/members/` : `${folder}/${container}/`;
  return folder === 'agents' && container === 'prompts' ? objectKey : '';
}

/** Returns true if a viewer may see the object of a key at this moment. */
export async function seesObject(database: Database, viewer: Viewer, objectKey: string): Promise<boolean> {
  const place = parseVersionedKey(objectKey);
  const condition = place && canSeeObject(viewer, place);
  if (!condition) return false;
  const [row] = await database.execute<{ sees: boolean }>(sql`select ${condition} as sees`);
  return row?.sees === true;
}
