import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { confirmedVersion } from './binding-audiences.ts';
import type { Viewer } from './viewer.ts';

const isPublished = () =>
  sql`${confirmedVersion(sql`'circles/' || ${tables.circles.circleId} || '/manifest.json'`)} is not null`;

/** Returns the condition that a viewer may know of a circle, for a statement over `circles`. */
export function visibleCircle(viewer: Viewer): SQL {
  if (viewer.role === 'admin') return isPublished();
  if (viewer.role === 'anonymous') return sql`(${isPublished()} and ${tables.circles.listed})`;
  return sql`(${isPublished()} and (${tables.circles.listed} or ${isInside(viewer)}))`;
}

/**
 * Returns the condition that a viewer may see the members of a circle: its owner, the owners of its members,
 * admins.
 */
export function isInside(viewer: Viewer): SQL {
  const { circles } = tables;
  if (viewer.role === 'admin') return sql`true`;
  if (viewer.role === 'anonymous') return sql`false`;
  // Evaluated once, because a check per circle would read all members of the home.
  return sql`(${circles.ownerId} = ${viewer.ownerId} or ${circles.circleId} = any(${circlesOfAgents(viewer.ownerId)}))`;
}

/** Returns the circles of an owner's agents, as an array. */
function circlesOfAgents(ownerId: string): SQL {
  const { agents, circleMembers } = tables;
  return sql`array(select joined.circle_id from ${circleMembers} as joined
    join ${agents} as asking on asking.agent_id = joined.agent_id
    where joined.left_at is null and asking.owner_id = ${ownerId} and asking.standing = 'admitted')`;
}

/**
 * Returns the condition of `visibleCircle` for a page of circles by id, beginning after one of them. It finds the first circles of
 * each kind that a viewer may know of by an index. The cost of a page is therefore independent of the number of invisible circles.
 */
export function visibleCirclesAfter(viewer: Viewer, after: string, limit: number): SQL {
  const { circles } = tables;
  const first = (condition: SQL) => sql`(select ${circles.circleId} from ${circles}
    where ${condition} and ${circles.circleId} > ${after} and ${isPublished()}
    order by ${circles.circleId} limit ${limit})`;
  const kinds =
    viewer.role === 'admin'
      ? [first(sql`true`)]
      : [
          first(sql`${circles.listed}`),
          ...(viewer.role === 'owner'
            ? [
                first(sql`${circles.ownerId} = ${viewer.ownerId}`),
                first(sql`${circles.circleId} = any(${circlesOfAgents(viewer.ownerId)})`),
              ]
            : []),
        ];
  return sql`${circles.circleId} = any(array(${sql.join(kinds, sql` union `)}))`;
}

/** Returns the condition for one circle by its id, for any statement. */
export function canSeeCircle(viewer: Viewer, circleId: string, condition = visibleCircle): SQL {
  const { circles } = tables;
  return sql`exists (select 1 from ${circles} where ${circles.circleId} = ${circleId} and ${condition(viewer)})`;
}
