import type { MessageExplanation } from '@agent-home/http-contract';
import { revealSchema, whenGiven } from '@agent-home/modes';
import { type JsonObject, objectKey, topicLedgerEntrySchema } from '@agent-home/protocol';
import { and, asc, eq, gt } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { findAgent } from '../../registry/agents/find-agent.ts';

type EntryRow = typeof tables.ledgerEntries.$inferSelect;
type Place = Pick<MessageExplanation, 'agent_id' | 'topic_id' | 'message_id' | 'object_key'>;
type Reading = Pick<MessageExplanation, Exclude<keyof MessageExplanation, keyof Place>>;

/**
 * Explains the outcome of a message, from the ledger or from the ticket of its key. Changes nothing. For
 * admins.
 * @throws PlatformError `unknown_agent`, or `not_found` if there is no such topic
 */
export async function explainMessage(
  { database }: { database: Database },
  asked: { agentId: string; topicId: string; messageId: string },
): Promise<MessageExplanation> {
  const { agentId, topicId, messageId } = asked;
  await findAgent(database, agentId);
  const [topic] = await database
    .select({ topicId: tables.topics.topicId })
    .from(tables.topics)
    .where(eq(tables.topics.topicId, topicId));
  if (!topic) throw new PlatformError('not_found', `topic ${topicId} does not exist; check the id`);
  const ids = { agent_id: agentId, topic_id: topicId, message_id: messageId };
  const place = { ...ids, object_key: objectKey('topic_message', ids) };
  const entries = await entriesAt(database, place);
  // A rejected key may be written and judged again, so one key may have several entries; an accepted one counts.
  const entry = entries.find(({ outcome }) => outcome === 'accepted') ?? entries.at(-1);
  const told = entry ? await explainEntry(database, entry) : await explainTicket(database, place.object_key);
  return { ...place, ...told };
}

function entriesAt(database: Database, { topic_id, object_key }: Place): Promise<EntryRow[]> {
  const { ledgerEntries } = tables;
  return database
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, topic_id), eq(ledgerEntries.objectKey, object_key)))
    .orderBy(asc(ledgerEntries.sequence));
}

async function explainEntry(database: Database, entry: EntryRow): Promise<Reading> {
  if (!isSealed(entry)) return explainVerdict(database, entry);
  const opening = await findOpening(database, entry);
  if (opening) return explainVerdict(database, opening);
  return {
    outcome: 'sealed',
    message: `accepted sealed as entry ${entry.sequence} and not revealed yet`,
    sequence: entry.sequence,
    judged_at: entry.judgedAt.toISOString(),
    facts: getContext(entry),
  };
}

async function explainVerdict(database: Database, entry: EntryRow): Promise<Reading> {
  const { sequence, outcome, reason } = entry;
  const { explanation } = getVerdict(entry);
  const refusal = outcome === 'rejected' ? await refusalOf(database, entry) : undefined;
  const sentence = reason === null ? undefined : whenGiven(reason);
  return {
    outcome,
    message: sentences[outcome](sequence),
    sequence,
    judged_at: entry.judgedAt.toISOString(),
    ...(reason === null ? {} : { code: reason }),
    ...(sentence === undefined ? {} : { when_given: sentence }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(refusal === undefined ? {} : { refusal }),
    facts: getContext(entry),
  };
}

const sentences: Record<EntryRow['outcome'], (sequence: number) => string> = {
  accepted: (sequence) => `accepted as line ${sequence} of the ledger`,
  ruled_out: (sequence) => `recorded as entry ${sequence}, and ruled out`,
  rejected: (sequence) => `refused, by entry ${sequence}`,
};

/** Explains a message without a verdict. The home has only its ticket, which shows if an event reported a write. */
async function explainTicket(database: Database, key: string): Promise<Reading> {
  const { tickets } = tables;
  const [ticket] = await database.select().from(tickets).where(eq(tickets.objectKey, key));
  if (!ticket)
    return {
      outcome: 'not_written',
      message: 'not written: the agent never had a ticket for this key',
      facts: {},
    };
  const facts = {
    issued_at: ticket.issuedAt.toISOString(),
    not_after: ticket.notAfter.toISOString(),
    ...(ticket.closedAt ? { closed_at: ticket.closedAt.toISOString() } : {}),
    ...(ticket.hintedAt ? { told_of_at: ticket.hintedAt.toISOString() } : {}),
  };
  if (ticket.closedAt)
    return { outcome: 'not_written', message: 'not written: its ticket has expired', facts };
  return ticket.hintedAt
    ? {
        outcome: 'waiting',
        message: 'the home is about to read this key: an event reported a write, or a check is due',
        facts,
      }
    : { outcome: 'not_written', message: 'not written yet, as far as the home knows', facts };
}

/** Returns the entry that revealed the sealed input of this one, if there is one yet. */
async function findOpening(database: Database, sealed: EntryRow): Promise<EntryRow | undefined> {
  const { ledgerEntries } = tables;
  const later = await database
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.topicId, sealed.topicId),
        eq(ledgerEntries.inputType, 'reveal'),
        gt(ledgerEntries.sequence, sealed.sequence),
      ),
    )
    .orderBy(asc(ledgerEntries.sequence));
  return later.find(({ bodyText }) => {
    const reveal = bodyText === null ? undefined : revealSchema.safeParse(JSON.parse(bodyText)).data;
    return reveal !== undefined && 'sequence' in reveal && reveal.sequence === sealed.sequence;
  });
}

/** Returns the exact reason of a rejected input. It is not part of the verdict, so only the published entry has it. */
async function refusalOf(
  database: Database,
  { topicId, sequence }: EntryRow,
): Promise<MessageExplanation['refusal']> {
  const { publishedObjects } = tables;
  const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  const [row] = await database
    .select({ text: publishedObjects.confirmedText })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  if (row?.text == null) return undefined;
  const found = topicLedgerEntrySchema.safeParse(JSON.parse(row.text)).data?.refusal;
  if (!found) return undefined;
  const { field, detail } = found;
  return { ...(field === undefined ? {} : { field }), detail };
}

function getHeader({ header }: EntryRow): JsonObject {
  // The platform wrote this text itself, so it can be parsed.
  return JSON.parse(header) as JsonObject;
}

function getContext(entry: EntryRow): Record<string, unknown> {
  return getHeader(entry).context as JsonObject;
}

function getVerdict(entry: EntryRow): { explanation?: string } {
  return getHeader(entry).verdict as { explanation?: string };
}

function isSealed(entry: EntryRow): boolean {
  return 'sealed' in getContext(entry);
}
