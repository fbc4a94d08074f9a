import type { WritableFacts } from '@agent-home/access';
import { objectKey } from '@agent-home/protocol';
import { and, inArray, isNull } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { TopicForAgent } from '../../registry/access/load-access-facts.ts';
import { askMode } from './ask-mode.ts';

type TicketPurpose = 'message' | 'request';

/**
 * Returns the keys that the mode lets this agent write, with the end of each ticket: the mode's time, else that of the credential.
 * A live ticket with half its lifetime left keeps its end, so that a repeated request makes the same policy and can reuse the live
 * credential.
 */
export async function writableKeys(
  database: Database,
  topic: TopicForAgent,
  purpose: TicketPurpose,
  now: Date,
  durationSeconds: number,
): Promise<WritableFacts | undefined> {
  if (!topic.mode) return undefined;
  const writable = await askMode(database, topic, topic.mode, purpose, now);
  if ('denied' in writable) return writable;
  const wanted = writable.ids.map(({ id, not_after: notAfter }) => ({
    key: getKey(topic, purpose, id),
    notAfter: notAfter === undefined ? undefined : new Date(notAfter),
  }));
  return withEnds(database, wanted, now, durationSeconds);
}

/**
 * Adds to keys the end of each ticket: `notAfter` if it is given, else the end of the live ticket or of the credential; never after
 * `latest`.
 */
export async function withEnds(
  database: Database,
  wanted: { key: string; notAfter: Date | undefined; latest?: Date | undefined }[],
  now: Date,
  durationSeconds: number,
): Promise<{ keys: { key: string; not_after: Date }[] }> {
  const open = await openTickets(
    database,
    wanted.map(({ key }) => key),
  );
  const fresh = new Date(now.getTime() + durationSeconds * 1000);
  const halfLife = new Date(now.getTime() + durationSeconds * 500);
  return {
    keys: wanted.map(({ key, notAfter, latest }) => {
      const kept = open.get(key);
      const end = notAfter ?? (kept && kept >= halfLife && kept <= fresh ? kept : fresh);
      return { key, not_after: latest && latest < end ? latest : end };
    }),
  };
}

function getKey(topic: TopicForAgent, purpose: TicketPurpose, id: string): string {
  const place = { topic_id: topic.facts.topic_id, agent_id: topic.author.agent_id };
  return purpose === 'message'
    ? objectKey('topic_message', { ...place, message_id: id })
    : objectKey('topic_request', { ...place, request_id: id });
}

async function openTickets(database: Database, keys: string[]): Promise<Map<string, Date>> {
  const { tickets } = tables;
  const rows = await database
    .select({ objectKey: tickets.objectKey, notAfter: tickets.notAfter })
    .from(tickets)
    .where(and(inArray(tickets.objectKey, keys), isNull(tickets.closedAt)));
  return new Map(rows.map((row) => [row.objectKey, row.notAfter]));
}
