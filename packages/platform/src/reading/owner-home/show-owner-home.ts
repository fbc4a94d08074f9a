import type { OwnAgent, OwnerHome } from '@agent-home/http-contract';
import type { Platform } from '../../foundation/platform/platform.ts';
import { agentItem } from '../views/agent-items.ts';
import { lastSigns, presentAgents } from '../views/present-agents.ts';
import { type Answering, ownAgents } from './own-agents.ts';
import { ownTokens } from './own-tokens.ts';
import { ownerName } from './owner-name.ts';
import { saidTo } from './said-to.ts';
import { storedWork } from './stored-work.ts';
import { turnsGiven } from './turns-given.ts';
import { waitingAgents } from './waiting-agents.ts';
import { waitingInCircles } from './waiting-in-circles.ts';
import { waitingInTopics } from './waiting-in-topics.ts';
import { whatTheyDo } from './what-they-do.ts';

const day = 24 * 60 * 60_000;
const [usually, atMost] = [7 * day, 31 * day];

interface Asked {
  /** The token it is asked for with. */
  tokenId: string;
  since?: string | undefined;
}

/**
 * What somebody who answers for agents wants to know of them. It begins with the agents that are theirs, and what is told of
 * topics and circles with those that the viewer may see.
 */
export async function showOwnerHome(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  viewer: Answering,
  { tokenId, since: wished }: Asked,
): Promise<OwnerHome> {
  const { database, config } = platform;
  const now = platform.now();
  const since = sinceOf(wished, now);
  const [rows, owner, tokens] = await Promise.all([
    ownAgents(database, viewer),
    ownerOf(platform, viewer),
    ownTokens(database, viewer, tokenId, now),
  ]);
  const ids = rows.map(({ agentId }) => agentId);
  const admitted = rows.filter(({ standing }) => standing === 'admitted').map(({ agentId }) => agentId);
  const [online, signs, doing, said, turns, stored, ...waiting] = await Promise.all([
    presentAgents(platform, now),
    lastSigns(database, viewer, ids),
    whatTheyDo(database, viewer, ids),
    ids.length === 0 ? [] : saidTo(database, viewer, rows, since),
    turnsGiven(database, viewer, ids, since),
    storedWork(database, viewer, ids, config.quotas),
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

/** Neither in the future nor further back than a page can tell of. */
function sinceOf(wished: string | undefined, now: Date): Date {
  const at = wished === undefined ? now.getTime() - usually : new Date(wished).getTime();
  return new Date(Math.min(now.getTime(), Math.max(at, now.getTime() - atMost)));
}

async function ownerOf({ database }: Pick<Platform, 'database'>, viewer: Answering) {
  if (viewer.role !== 'owner') return undefined;
  const name = await ownerName(database, viewer.ownerId);
  return name === undefined ? undefined : { owner_id: viewer.ownerId, name };
}
