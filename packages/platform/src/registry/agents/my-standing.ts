import { exhaustedQuota, type QuotaFacts } from '@agent-home/access';
import { heartbeatKey, objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { createQuotaFinder } from '../quotas/load-quota.ts';
import { type AgentRow, refusalOf } from './find-agent.ts';

interface OwnStanding {
  agent_id: string;
  standing: string;
  owner_id: string | null;
  refused?: { reason: string; at: string };
  card: { object_key: string; version: number; published: boolean };
  /** Work that the agent stores in tasks at the last count, and its quota. */
  quota: QuotaFacts & { exceeded: boolean; artifact_bytes: number };
  heartbeat: { object_key: string; interval_seconds: number; online_seconds: number };
}

export async function myStanding(platform: Platform, agent: AgentRow): Promise<OwnStanding> {
  const cardKey = objectKey('agent_card', { agent_id: agent.agentId });
  const quota = await createQuotaFinder(platform.database, platform.config.quotas)(agent.agentId);
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({ confirmed: publishedObjects.confirmedVersion, version: publishedObjects.version })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, cardKey));
  return {
    agent_id: agent.agentId,
    standing: agent.standing,
    owner_id: agent.ownerId,
    ...refusalOf(agent),
    card: {
      object_key: cardKey,
      version: agent.cardVersion,
      published: row !== undefined && row.confirmed === row.version,
    },
    quota: {
      ...quota,
      exceeded: exhaustedQuota(quota) !== undefined,
      artifact_bytes: platform.config.quotas.artifactBytes,
    },
    heartbeat: {
      object_key: heartbeatKey(agent.agentId, platform.config.shardDigits),
      interval_seconds: platform.config.heartbeatIntervalSeconds,
      online_seconds: platform.config.onlineSeconds,
    },
  };
}
