import { heartbeatKey } from '@agent-home/protocol';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { attempt } from '../../foundation/platform/attempt.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { findAgent } from '../../registry/agents/find-agent.ts';
import { deleteAgentObject } from '../../registry/artifacts/delete-agent-object.ts';
import { eraseRunsOf } from '../../registry/runs/erase-run.ts';
import type { DeletionBudget, FolderDeletion } from '../erasure/delete-folder.ts';
import { beginDeparture, fromTheStart } from './begin-departure.ts';
import { hasSealed, leave } from './leave-container.ts';

type Departure = typeof tables.agentDepartures.$inferSelect;

const containersAtOnce = 50;

/** Number of objects of one departure per pass, before other departures get a turn. */
const objectsAtOnce = 200;

const stepMs = 2_000;

const againMs = 600_000;

export function dueDepartures(platform: PublishingPlatform): Promise<Departure[]> {
  const { agentDepartures } = tables;
  return platform.database
    .select()
    .from(agentDepartures)
    .where(lte(agentDepartures.dueAt, platform.now()))
    .orderBy(asc(agentDepartures.dueAt))
    .limit(20);
}

/** Performs one limited step of a departure; the rest stays due. Safe to repeat after a crash. */
export async function carryOutDeparture(platform: PublishingPlatform, departure: Departure): Promise<void> {
  const { agentId, erase } = departure;
  let { cursor, afterKey, hasLeftovers } = departure;
  const agent = await findAgent(platform.database, agentId);
  const isAway = agent.standing === 'suspended' || agent.standing === 'withdrawn';
  if (!isAway) return settle(platform, departure, undefined);
  if (erase && (await eraseRunsOf(platform, agentId)))
    return settle(platform, departure, { dueAt: platform.now() });
  const containers = await collectContainers(platform, agentId, cursor);
  const budget = stepBudget(platform);
  for (const container of containers) {
    const place = [agentId, container, ...(erase ? ['erase'] : [])].join('/');
    const left: FolderDeletion = { failed: 0 };
    // A failure in one topic must not keep the agent in all others; it is retried automatically.
    await attempt(platform, 'departure', place, async () => {
      Object.assign(left, await leave(platform, { agentId, container, erase, afterKey }, budget));
    }).catch((error: unknown) => {
      if (isOutage(error)) throw error;
      platform.log.error({ err: error, container }, 'an agent could not be taken out');
    });
    hasLeftovers ||= left.failed > 0;
    if (left.next !== undefined)
      return settle(platform, departure, {
        cursor,
        afterKey: left.next,
        hasLeftovers,
        dueAt: platform.now(),
      });
    cursor = container;
    afterKey = '';
  }
  const now = platform.now();
  if (containers.length === containersAtOnce)
    return settle(platform, departure, { cursor, afterKey, hasLeftovers, dueAt: now });
  if (agent.standing === 'withdrawn')
    await deleteAgentObject(platform, heartbeatKey(agentId, platform.config.shardDigits));
  const isLast = now >= departure.endsAt;
  if (isLast && !hasLeftovers && !(erase && (await hasSealed(platform, agentId))))
    return settle(platform, departure, undefined);
  const dueAt = isLast ? new Date(now.getTime() + againMs) : departure.endsAt;
  return settle(platform, departure, { ...fromTheStart, dueAt });
}

function stepBudget(platform: PublishingPlatform): DeletionBudget {
  return { objects: objectsAtOnce, until: new Date(platform.now().getTime() + stepMs) };
}

/** Settles a departure unless it has been restarted meanwhile. */
async function settle(
  platform: PublishingPlatform,
  { agentId, cursor, dueAt, erase }: Departure,
  next: Partial<Departure> | undefined,
): Promise<void> {
  const { agentDepartures: table } = tables;
  const same = and(
    eq(table.agentId, agentId),
    eq(table.cursor, cursor),
    eq(table.dueAt, dueAt),
    eq(table.erase, erase),
  );
  if (next) await platform.database.update(table).set(next).where(same);
  else await platform.database.delete(table).where(same);
}

/** Retries the removal of an agent from a container: `agent/topic/id`, optionally followed by `/erase`. */
export async function leaveAgain(platform: PublishingPlatform, place: string): Promise<void> {
  const [agentId = '', kind, id, erase] = place.split('/');
  if (kind === undefined) return;
  const { standing } = await findAgent(platform.database, agentId);
  if (standing !== 'suspended' && standing !== 'withdrawn') return;
  const leaving = { agentId, container: `${kind}/${id}`, erase: erase === 'erase', afterKey: '' };
  const left = await leave(platform, leaving, stepBudget(platform));
  const now = platform.now();
  // The rest is a departure of its own.
  if (left.next !== undefined || left.failed > 0)
    await beginDeparture(platform.database, agentId, { erase: leaving.erase, now, endsAt: now });
}

async function collectContainers(
  platform: PublishingPlatform,
  agentId: string,
  after: string,
): Promise<string[]> {
  const { topicParticipants, taskParticipants } = tables;
  const rows = await platform.database.execute<{ container: string }>(
    sql`select container from (
          select 'topic/' || topic_id as container from ${topicParticipants} where agent_id = ${agentId}
          union all
          select 'task/' || task_id from ${taskParticipants} where agent_id = ${agentId}
        ) as of_agent
        where container collate "C" > ${after} order by container collate "C" limit ${containersAtOnce}`,
  );
  return rows.map((row) => row.container);
}
