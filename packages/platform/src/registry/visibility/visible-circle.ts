import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import { confirmedVersion } from './binding-audiences.ts';
import type { Viewer } from './viewer.ts';

const isPublished = () =>
  sql`${confirmedVersion(sql`'circles/' || ${tables.circles.circleId} || '/manifest.json'`)} is not null`;

/** Whether a viewer may know of a circle, for a statement over `circles`. */
export function visibleCircle(viewer: Viewer): SQL {
  if (viewer.role === 'admin') return isPublished();
  if (viewer.role === 'anonymous') return sql`(${isPublished()} and ${tables.circles.listed})`;
  return sql`(${isPublished()} and (${tables.circles.listed} or ${isInside(viewer)}))`;
}

/** Whether a viewer may know who is in a circle: its owner, the owners of its members, admins. */
export function isInside(viewer: Viewer): SQL {
  const { agents, circleMembers, circles } = tables;
  if (viewer.role === 'admin') return sql`true`;
  if (viewer.role === 'anonymous') return sql`false`;
  // The circles of one owner's agents, looked up first: asked of each circle, all members of the home are gone through.
  return sql`(${circles.ownerId} = ${viewer.ownerId} or ${circles.circleId} = any(array(
    select joined.circle_id from ${circleMembers} as joined join ${agents} as asking on asking.agent_id = joined.agent_id
    where joined.left_at is null and asking.owner_id = ${viewer.ownerId} and asking.standing = 'admitted')))`;
}

/** The condition for one circle by its id, for any statement. */
export function canSeeCircle(viewer: Viewer, circleId: string, condition = visibleCircle): SQL {
  const { circles } = tables;
  return sql`exists (select 1 from ${circles} where ${circles.circleId} = ${circleId} and ${condition(viewer)})`;
}
