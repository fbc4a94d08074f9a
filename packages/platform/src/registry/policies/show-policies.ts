import type { AgentPolicies } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { type Actor, requireOwnAgent } from '../agents/own-agent.ts';
import { newestSchema } from '../policy-bundles/compile-bundles.ts';
import { agentList, lastChange, listVersion } from './list-version.ts';

const publishedSchema = z.object({ bundle_version: z.int() });

/**
 * Returns the policies in the newest bundle of an agent, those of the home included.
 * @throws PlatformError `unknown_agent`, also for an agent of another owner
 */
export async function showAgentPolicies(
  { database }: Pick<Platform, 'database'>,
  agentId: string,
  actor: Actor,
): Promise<AgentPolicies> {
  const { publishedObjects } = tables;
  await requireOwnAgent(database, agentId, actor);
  const key = objectKey('policy_bundle', { agent_id: agentId });
  const [[newest], changed, [published]] = await Promise.all([
    newestBodies(database, [key]),
    lastChange(database, agentList(agentId)),
    database
      .select({ text: publishedObjects.confirmedText, sha256: publishedObjects.confirmedSha256 })
      .from(publishedObjects)
      .where(eq(publishedObjects.objectKey, key)),
  ]);
  const bundle = newest === undefined ? { bundle_version: 0, policies: [] } : newestSchema.parse(newest.body);
  const own = bundle.policies.filter(({ bound_by: by }) => by === 'owner');
  const isPublished =
    published?.text != null &&
    publishedSchema.parse(JSON.parse(published.text)).bundle_version === bundle.bundle_version;
  return {
    agent_id: agentId,
    bundle_version: bundle.bundle_version,
    ...(isPublished && published.sha256 !== null ? { bundle_sha256: published.sha256 } : {}),
    policies: bundle.policies,
    list_version: listVersion(own),
    ...(changed === undefined ? {} : { changed }),
  };
}
