import { sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { consumeSharedTokens } from '../../foundation/concurrency/rate-limiter.ts';
import type { ArtifactPlace } from '../../registry/quotas/artifact-place.ts';
import { listedName } from '../../registry/quotas/listed-key.ts';
import { markWritten } from '../../registry/quotas/mark-usage.ts';
import { type EventOutcome, eventColumns, eventsParameter, type StoreEvent } from './store-event.ts';

export interface ArtifactEvent {
  event: StoreEvent;
  place: ArtifactPlace;
}

/** Limit of recorded work events per minute: an agent may write as fast as the store accepts. */
const mostInAMinute = { agent: 120, owner: 600 };

/**
 * Stores events about work under tasks and schedules a count of the folders, from which followers learn the
 * actual content. A folder for which no credential was ever issued is ignored. If there are too many events to
 * store, the folder is still counted.
 */
export async function recordArtifactWrites(
  database: Database,
  writes: ArtifactEvent[],
): Promise<EventOutcome[]> {
  const owners = await findFolders(database, writes);
  const known = writes.filter(({ place }) => owners.has(folderName(place)));
  const foreign = writes.filter(({ place }) => !owners.has(folderName(place)));
  const shares = await computeShares(database, known, owners);
  const written = known.filter(({ place: { agentId } }) => {
    const left = shares.get(agentId) ?? 0;
    shares.set(agentId, left - 1);
    return left > 0;
  });
  const recorded = new Set([
    ...(await record(database, written, 'artifact')),
    ...(await record(database, foreign, 'no_ticket')),
  ]);
  const places = new Map(known.map(({ place }) => [folderName(place), place]));
  for (const place of places.values()) await markWritten(database, place);
  return writes.map((write) => {
    if (!owners.has(folderName(write.place)))
      return recorded.has(write.event.eventId) ? 'no_ticket' : 'duplicate';
    if (!written.includes(write)) return 'unrecorded';
    return recorded.has(write.event.eventId) ? 'artifact' : 'duplicate';
  });
}

const folderName = ({ taskId, agentId }: ArtifactPlace) => `${taskId}/${agentId}`;

/** Finds the folders in which an agent may have written, with its owner. */
async function findFolders(database: Database, writes: ArtifactEvent[]): Promise<Map<string, string | null>> {
  const { agents, taskUsage } = tables;
  const places = [...new Map(writes.map(({ place }) => [folderName(place), place])).values()];
  const rows = await database.execute<{ task_id: string; agent_id: string; owner_id: string | null }>(
    sql`select ${taskUsage.taskId}, ${taskUsage.agentId}, ${agents.ownerId}
        from json_to_recordset(${jsonParameter(places)}::json) as place("taskId" text, "agentId" text)
        join ${taskUsage} on ${taskUsage.taskId} = place."taskId" and ${taskUsage.agentId} = place."agentId"
        join ${agents} on ${agents.agentId} = place."agentId"`,
  );
  return new Map(
    rows.map((row) => [folderName({ taskId: row.task_id, agentId: row.agent_id }), row.owner_id]),
  );
}

function computeShares(database: Database, known: ArtifactEvent[], owners: Map<string, string | null>) {
  const makers = new Map<string, { agentId: string; ownerId: string | null; wanted: number }>();
  for (const { place } of known) {
    const { agentId } = place;
    const before = makers.get(agentId)?.wanted ?? 0;
    makers.set(agentId, { agentId, ownerId: owners.get(folderName(place)) ?? null, wanted: before + 1 });
  }
  return consumeSharedTokens(database, 'store events', [...makers.values()], mostInAMinute);
}

/** Returns the ids of the new events. */
async function record(
  database: Database,
  writes: ArtifactEvent[],
  outcome: 'artifact' | 'no_ticket',
): Promise<string[]> {
  if (writes.length === 0) return [];
  const events = writes.map(({ event }) => ({ ...event, objectKey: listedName(event.objectKey) }));
  const rows = await database.execute<{ event_id: string }>(
    sql`insert into ${tables.storeEvents} (event_id, object_key, event_type, etag, occurred_at, outcome)
        select distinct on (event_id) event_id, object_key, event_type, etag, occurred_at, ${outcome}
        from json_to_recordset(${eventsParameter(events)}::json) as ${eventColumns}
        on conflict do nothing returning event_id`,
  );
  return rows.map((row) => row.event_id);
}
