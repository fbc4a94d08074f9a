import { parseObjectKey } from '@agent-home/protocol';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { jsonParameter, tables } from '../../database/index.ts';
import { storeConcurrency } from '../../foundation/concurrency/store-concurrency.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import { listed, writeFingerprint } from '../../judging/inputs/fetch-input.ts';
import type { ListedContainer, ListedObject } from './list-bucket.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

type TicketRow = typeof tables.tickets.$inferSelect;

interface Judged {
  sequence: number;
  outcome: 'accepted' | 'ruled_out' | 'rejected';
  judgedAt: Date;
}

/** Write without a ticket in the restored rows. An agent writes only with a ticket, so one was issued after the backup. */
interface Write extends ListedObject {
  agentId: string;
  purpose: 'message' | 'request';
  ticket: TicketRow | undefined;
  judged: Judged | undefined;
}

/**
 * Rebuilds tickets from agents' objects in a topic. The ticket of a write that the ledger has judged is closed,
 * even against the backup; any other write is checked once by the first worker.
 */
export async function rebuildTickets(
  platform: RestoringPlatform,
  { id: topicId, objects }: ListedContainer,
  restored: number,
): Promise<void> {
  const writes = await writesIn(platform, topicId, objects);
  const isSince = ({ judged }: Write) => judged !== undefined && judged.sequence > restored;
  const judgedSince = writes.filter(isSince);
  const unjudged = writes.filter((write) => !isSince(write) && isUnjudged(platform, write));
  await closeJudged(platform, topicId, judgedSince);
  await open(platform, topicId, unjudged);
  await closeAbsent(platform, topicId, restored);
  platform.report.count('writes judged since', judgedSince.length);
  platform.report.count('writes to be judged', unjudged.length);
}

function isUnjudged(platform: RestoringPlatform, { ticket, judged, lastModified }: Write): boolean {
  if (!judged) return true;
  if (ticket && !ticket.closedAt) return true;
  // A rejected key can be written again. If the store's time is trustworthy, it shows that.
  const { trustsLastModified } = collectTraits(platform.config.store);
  return trustsLastModified && judged.outcome === 'rejected' && lastModified > judged.judgedAt;
}

async function writesIn(
  { database }: RestoringPlatform,
  topicId: string,
  objects: ListedObject[],
): Promise<Write[]> {
  const { tickets, ledgerEntries } = tables;
  const [ticketRows, entries] = await Promise.all([
    database.select().from(tickets).where(eq(tickets.topicId, topicId)),
    database
      .select({
        key: ledgerEntries.objectKey,
        sequence: ledgerEntries.sequence,
        outcome: ledgerEntries.outcome,
        judgedAt: ledgerEntries.judgedAt,
      })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.topicId, topicId), isNotNull(ledgerEntries.objectKey)))
      .orderBy(asc(ledgerEntries.sequence)),
  ]);
  const loadTicket = new Map(ticketRows.map((row) => [row.objectKey, row]));
  const judgedOf = new Map(entries.map(({ key, ...judged }) => [key, judged]));
  return objects.flatMap((object): Write[] => {
    const place = parseObjectKey(object.key);
    if (place?.kind !== 'topic_message' && place?.kind !== 'topic_request') return [];
    return [
      {
        ...object,
        agentId: place.parts.agent_id,
        purpose: place.kind === 'topic_message' ? 'message' : 'request',
        ticket: loadTicket.get(object.key),
        judged: judgedOf.get(object.key),
      },
    ];
  });
}

async function closeJudged(platform: RestoringPlatform, topicId: string, writes: Write[]): Promise<void> {
  if (writes.length === 0) return;
  const fingerprints = await pMap(writes, ({ key }) => fingerprintOfWrite(platform, key), storeConcurrency);
  await save(
    platform,
    topicId,
    writes.map((write, index) => ({
      ...write,
      ticket: {
        closedAt: write.judged?.judgedAt ?? platform.now(),
        hintedAt: null,
        judgedFingerprint: fingerprints[index] ?? null,
      },
    })),
  );
}

async function open(platform: RestoringPlatform, topicId: string, writes: Write[]): Promise<void> {
  const now = platform.now();
  await save(
    platform,
    topicId,
    writes.map((write) => ({
      ...write,
      ticket: { closedAt: null, hintedAt: now, judgedFingerprint: write.ticket?.judgedFingerprint ?? null },
    })),
  );
}

/** Writes tickets that end now. One that ended in the past would be closed unread. */
async function save(
  { database, now }: RestoringPlatform,
  topicId: string,
  writes: (Pick<Write, 'key' | 'agentId' | 'purpose'> & {
    ticket: Pick<TicketRow, 'closedAt' | 'hintedAt' | 'judgedFingerprint'>;
  })[],
): Promise<void> {
  if (writes.length === 0) return;
  const asked = jsonParameter(
    writes.map(({ key, agentId, purpose, ticket }) => ({
      object_key: key,
      agent_id: agentId,
      purpose,
      closed_at: ticket.closedAt,
      hinted_at: ticket.hintedAt,
      judged_fingerprint: ticket.judgedFingerprint,
    })),
  );
  const at = now().toISOString();
  await database.execute(
    sql`insert into ${tables.tickets} as known (object_key, agent_id, topic_id, purpose, not_after, issued_at, sweep_at,
          closed_at, hinted_at, judged_fingerprint)
        select object_key, agent_id, ${topicId}, purpose, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz,
          closed_at, hinted_at, judged_fingerprint
        from json_to_recordset(${asked}::json) as asked(object_key text, agent_id text, purpose text,
          closed_at timestamptz, hinted_at timestamptz, judged_fingerprint text)
        on conflict (object_key) do update set not_after = greatest(known.not_after, excluded.not_after),
          sweep_at = excluded.sweep_at, closed_at = excluded.closed_at, hinted_at = excluded.hinted_at,
          judged_fingerprint = excluded.judged_fingerprint`,
  );
}

/** Closes tickets of inputs that were judged after the backup and whose objects are no longer in the bucket. */
async function closeAbsent(
  { database, now }: RestoringPlatform,
  topicId: string,
  restored: number,
): Promise<void> {
  await database.execute(
    sql`update ${tables.tickets} as known set closed_at = ${now().toISOString()}::timestamptz, hinted_at = null
        where known.topic_id = ${topicId} and known.closed_at is null and known.hinted_at is null
          and exists (select 1 from ${tables.ledgerEntries} as entry where entry.topic_id = known.topic_id
            and entry.object_key = known.object_key and entry.sequence > ${restored})`,
  );
}

/** Returns the fingerprint of the judged object, if it still exists. Should its key open again, only a new write counts. */
async function fingerprintOfWrite(platform: RestoringPlatform, objectKey: string): Promise<string | null> {
  const object = await listed(platform, objectKey);
  return object ? writeFingerprint(object) : null;
}
