import type { OwnAgent, OwnerHome, TurnsGiven } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { toFailing } from '../../registry/health/failing-agents.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { agentItem } from '../views/agent-items.ts';
import { lastSigns, presentAgents } from '../views/present-agents.ts';
import { listMessagesTo } from './messages-to.ts';
import { type Answering, ownAgents } from './own-agents.ts';
import { ownTokens } from './own-tokens.ts';
import { ownerName } from './owner-name.ts';
import { loadParticipations } from './participations.ts';
import { storedWork } from './stored-work.ts';
import { waitingAgents } from './waiting-agents.ts';
import { waitingApprovals } from './waiting-approvals.ts';
import { waitingInCircles } from './waiting-in-circles.ts';
import { waitingInTopics } from './waiting-in-topics.ts';

/** Limits of searched events per feed and of returned topics. */
const most = { events: 300, topics: 12 };

const day = 24 * 60 * 60_000;
const [usually, atMost] = [7 * day, 31 * day];

interface Asked {
  /** Id of the token used for the request. */
  tokenId: string;
  since?: string | undefined;
}

/**
 * Returns an owner's view of its agents. Starts from the agents that are the viewer's, and reports only topics
 * and circles that the viewer may see.
 */
export async function showOwnerHome(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  viewer: Answering,
  { tokenId, since: wished }: Asked,
): Promise<OwnerHome> {
  const { database, config } = platform;
  const now = platform.now();
  const since = getSince(wished, now);
  const [rows, owner, tokens] = await Promise.all([
    ownAgents(database, viewer),
    getOwner(platform, viewer),
    ownTokens(database, viewer, tokenId, now),
  ]);
  const ids = rows.map(({ agentId }) => agentId);
  const admitted = rows.filter(({ standing }) => standing === 'admitted').map(({ agentId }) => agentId);
  const [online, signs, doing, said, turns, stored, ...waiting] = await Promise.all([
    presentAgents(platform, now),
    lastSigns(database, viewer, ids),
    loadParticipations(database, viewer, ids),
    ids.length === 0 ? [] : listMessagesTo(database, viewer, rows, since),
    turnsGiven(database, viewer, ids, since),
    storedWork(database, viewer, ids, config.quotas),
    waitingApprovals(database, admitted, now),
    waitingInCircles(database, viewer, admitted, now),
    waitingAgents(database, rows),
    waitingInTopics(database, viewer, admitted),
  ]);
  return {
    ...(owner ? { owner } : {}),
    since: since.toISOString(),
    agents: rows.map(
      (row): OwnAgent => ({
        ...agentItem(row, online, signs),
        has_card: row.certifiedName !== null,
        key_id: row.keyId,
        registered_at: row.registeredAt.toISOString(),
        doing: doing.get(row.agentId) ?? [],
        stored: stored.ofAgent(row.agentId),
        ...withFailing(row.health),
      }),
    ),
    said,
    turns,
    waiting: waiting.flat(),
    tokens,
    limits: {
      ...(stored.ofOwner ? { owner: stored.ofOwner } : {}),
      artifact_bytes: config.quotas.artifactBytes,
    },
  };
}

function withFailing(health: Parameters<typeof toFailing>[0]): Pick<OwnAgent, 'failing'> {
  const failing = toFailing(health);
  return failing ? { failing } : {};
}

/** Limits the time to the present and to the span that a page covers. */
function getSince(wished: string | undefined, now: Date): Date {
  const at = wished === undefined ? now.getTime() - usually : new Date(wished).getTime();
  return new Date(Math.min(now.getTime(), Math.max(at, now.getTime() - atMost)));
}

async function getOwner({ database }: Pick<Platform, 'database'>, viewer: Answering) {
  if (viewer.role !== 'owner') return undefined;
  const name = await ownerName(database, viewer.ownerId);
  return name === undefined ? undefined : { owner_id: viewer.ownerId, name };
}

/** Returns the turns of these agents since a moment that their feeds still contain and the viewer may see. */
async function turnsGiven(
  executor: Executor,
  viewer: Viewer,
  agentIds: readonly string[],
  since: Date,
): Promise<TurnsGiven[]> {
  const { feedEvents, topics } = tables;
  const rows = await executor.execute<{
    agent_id: string;
    topic_id: string;
    title: string;
    count: number;
    last_at: string;
  }>(
    sql`with told as materialized (
          select asked.agent_id, event.topic_id, count(*)::integer as count, max(event.occurred_at) as last_at
          from json_array_elements_text(${jsonParameter(agentIds)}::json) as asked(agent_id)
          cross join lateral (
            select event_type, topic_id, occurred_at from ${feedEvents} as told where told.agent_id = asked.agent_id
            order by told.transaction desc, told.id desc limit ${most.events}) as event
          where event.event_type = 'topic.turn_started' and event.occurred_at > ${since.toISOString()}::timestamptz
          group by asked.agent_id, event.topic_id)
        select told.agent_id, told.topic_id, ${topics.title} as title, told.count,
          to_char(told.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
        from told join ${topics} on ${topics.topicId} = told.topic_id
        where ${visibleTopic(viewer)}
        order by told.last_at desc, told.topic_id, told.agent_id limit ${most.topics}`,
  );
  return [...rows];
}
