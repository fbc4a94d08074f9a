import { maySee } from '@agent-home/access';
import type { JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Audience } from './audience.ts';

/** Replaced audience, and the manifest version that must be in the bucket before it can be dropped. */
interface FormerAudience {
  visibility: Audience['visibility'];
  circle_id?: string;
  allowlist_agent_ids?: string[];
  until_version: number;
}

/**
 * Returns the former audiences that still apply. A restriction of access takes effect at the commit, an extension only once it can
 * be read in the bucket: until then an agent must belong to the former audiences as well (openspec: visibility).
 */
export function stillBinding(stored: string | null, confirmedVersion: number): FormerAudience[] {
  if (stored === null) return [];
  const former = JSON.parse(stored) as FormerAudience[];
  return former.filter(({ until_version: until }) => until > confirmedVersion);
}

/** Returns the former audiences to store with a new audience, whose manifest has already been enqueued. */
export async function withFormerAudience(
  executor: Executor,
  stored: string | null,
  replaced: JsonObject,
  manifestKey: string,
): Promise<string> {
  const { publishedObjects } = tables;
  const [manifest] = await executor
    .select({ version: publishedObjects.version, confirmed: publishedObjects.confirmedVersion })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, manifestKey));
  const { visibility, circle_id, allowlist_agent_ids } = replaced;
  const before = { visibility, circle_id, allowlist_agent_ids, until_version: manifest?.version ?? 1 };
  return JSON.stringify([...stillBinding(stored, manifest?.confirmed ?? 0), before]);
}

/** Returns true if an agent belonged to all of these audiences. */
export async function belongedTo(
  former: FormerAudience[],
  agent: { agentId: string; ownerId: string | null },
  container: { owner_id: string; participant: boolean },
  isCircleMember: (circleId: string, agentId: string) => Promise<boolean>,
): Promise<boolean> {
  for (const { visibility, circle_id: circleId, allowlist_agent_ids: allowlist = [] } of former) {
    const audience = {
      ...container,
      visibility,
      allowlisted: allowlist.includes(agent.agentId),
      circle_member: circleId !== undefined && (await isCircleMember(circleId, agent.agentId)),
    };
    if (!maySee(audience, { owner_id: agent.ownerId })) return false;
  }
  return true;
}
