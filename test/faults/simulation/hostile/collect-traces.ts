import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/platform/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { readSettings } from '../../../../apps/cli/src/home/configuration/read-settings.ts';
import type { AgentFacts } from '../checks/cards-true.ts';
import type { Doors } from '../checks/doors-kept.ts';
import type { Traces } from '../checks/nothing-grows.ts';
import type { SimulatedHome } from '../home/simulated-home.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { agentNames, places } from './places.ts';
import { listRaw } from './raw-listing.ts';
import { overTheWire } from './wire.ts';

const countsWithinMs = 12_000;
const hostile = [agentNames.hostile, agentNames.leaver];

/** Returns the traces of the hostile resident after its departure. */
export async function collectTraces(home: SimulatedHome, { url }: Neighbourhood): Promise<Traces> {
  return {
    rows: await countRows(home),
    objects: await platformObjects(home),
    folders: await Promise.all([loadCounted(home, agentNames.hostile)]),
    streamStatus: await statusOfStream(url),
  };
}

/**
 * Returns the status of a new stream. A stream never ends, so the client leaves after its beginning. A busy
 * machine gets time to begin.
 */
async function statusOfStream(url: string): Promise<number> {
  let status = 0;
  for (const dropAfterMs of [400, 2_000, 10_000]) {
    const target = '/v1/public/stream';
    ({ status } = await overTheWire({ url, method: 'GET', target, headers: {}, pace: { dropAfterMs } }));
    if (status !== 0) break;
  }
  return status;
}

async function countRows({ connection: { database } }: SimulatedHome): Promise<Record<string, number>> {
  const named = await database.execute<{ table_name: string }>(
    sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'agent_id'`,
  );
  const rows: Record<string, number> = {};
  for (const { table_name: table } of named) {
    const [counted] = await database.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)}
          where agent_id in (${hostile[0]}, ${hostile[1]}) or agent_id like 'newcomer-%'`,
    );
    rows[table] = counted?.count ?? 0;
  }
  return rows;
}

async function platformObjects({ connection: { database } }: SimulatedHome): Promise<Traces['objects']> {
  const { publishedObjects: table } = tables;
  const rows = await database
    .select({ key: table.objectKey, bytes: sql<number>`octet_length(${table.confirmedText})` })
    .from(table);
  return rows.map(({ key, bytes }) => ({ key, bytes: bytes ?? 0 }));
}

/** Counts again as long as a write credential is valid, so that the home has time to catch up. */
async function loadCounted(home: SimulatedHome, agentId: string): Promise<Traces['folders'][number]> {
  const { store, platformKey } = readSettings(home.environment);
  const { taskUsage } = tables;
  const listed = await listRaw(store, platformKey, `tasks/${places.bazaar}/agents/${agentId}/`);
  const found = { objects: listed.length, bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0) };
  for (const end = Date.now() + countsWithinMs; ; await delay(250)) {
    const [row] = await home.connection.database
      .select()
      .from(taskUsage)
      .where(and(eq(taskUsage.agentId, agentId), eq(taskUsage.taskId, places.bazaar)));
    const counted = { objects: row?.objects ?? 0, bytes: row?.bytes ?? 0 };
    const isSame = counted.objects === found.objects && counted.bytes === found.bytes;
    if (isSame || Date.now() > end) return { agentId, found, counted };
  }
}

export async function lookAtDoors({ connection: { database } }: SimulatedHome): Promise<Doors> {
  const { circleJoinRequests: requests, circleMembers: members } = tables;
  const { circleId, requestId, agentId, requestSha256: sha256 } = requests;
  return {
    members: await database
      .select({ circleId: members.circleId, agentId: members.agentId })
      .from(members)
      .where(isNull(members.leftAt)),
    approved: await database
      .select({ circleId, requestId, agentId, sha256 })
      .from(requests)
      .where(eq(requests.status, 'approved')),
  };
}

export async function agentFacts({ connection: { database } }: SimulatedHome): Promise<AgentFacts[]> {
  const { agents, retiredKeys } = tables;
  const former = await database.select().from(retiredKeys);
  const rows = await database.select().from(agents);
  return rows.map(({ agentId, publicKey, standing }) => ({
    agentId,
    publicKey,
    standing,
    formerKeys: former.filter((one) => one.agentId === agentId).map((one) => one.publicKey),
  }));
}
