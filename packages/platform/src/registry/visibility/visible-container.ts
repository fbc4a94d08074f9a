import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { confirmedVersion, everyFormerAudience } from './binding-audiences.ts';
import { type AskingAgent, isReader } from './is-reader.ts';
import { isMember } from './membership.ts';
import type { Viewer } from './viewer.ts';

/** Differences between topics and tasks, as columns of a statement. */
export interface Container {
  manifestKey: SQL;
  visibility: SQL;
  ownerId: SQL;
  formerAudiences: SQL;
  /** Condition that an admitted agent may read the container by its present audience. */
  isReader(agent: AskingAgent): SQL;
  /** Condition that an agent takes part in the container and was not removed. */
  takesPart(agentId: SQL | string): SQL;
}

/**
 * Returns the condition that a viewer may see a topic or task at this moment: its manifest is in the bucket,
 * and it is public, the viewer's own, or readable for one of the viewer's admitted agents.
 */
export function visibleContainer(viewer: Viewer, container: Container): SQL {
  const manifest = confirmedVersion(container.manifestKey);
  const isPublished = sql`${manifest} is not null`;
  if (viewer.role === 'admin') return isPublished;
  const wasPublic = everyFormerAudience(
    container.formerAudiences,
    manifest,
    sql`former ->> 'visibility' = 'public'`,
  );
  const isPublic = sql`${container.visibility} = 'public' and ${wasPublic}`;
  if (viewer.role === 'anonymous') return sql`(${isPublished} and ${isPublic})`;
  const { ownerId } = viewer;
  const asking = { agentId: sql`asking.agent_id`, ownerId };
  return sql`(${isPublished} and ((${isPublic}) or ${container.ownerId} = ${ownerId} or exists (
    select 1 from ${tables.agents} as asking
    where asking.owner_id = ${ownerId} and asking.standing = 'admitted' and ${mayRead(container, asking)})))`;
}

/**
 * Returns the condition that an admitted agent may read the container: it belongs to the present audience and to every former one
 * that still applies.
 */
export function mayRead(container: Container, agent: AskingAgent): SQL {
  const manifest = confirmedVersion(container.manifestKey);
  const former = everyFormerAudience(container.formerAudiences, manifest, belongedTo(container, agent));
  return sql`(${container.isReader(agent)} and ${former})`;
}

/** Returns the condition that an agent belongs to a former audience, given as a row named `former`. */
function belongedTo(container: Container, { agentId, ownerId }: AskingAgent): SQL {
  return isReader({
    visibility: sql`former ->> 'visibility'`,
    traits: {
      same_owner: sql`${container.ownerId} = ${ownerId}`,
      circle_member: isMember(sql`former ->> 'circle_id'`, agentId),
      allowlisted: sql`${agentId} in (select json_array_elements_text(former -> 'allowlist_agent_ids'))`,
      participant: container.takesPart(agentId),
    },
  });
}
