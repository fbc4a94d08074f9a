import type { Line } from '@agent-home/http-contract';
import { cutText, objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import { lineSaid } from '../../publication/lines/line-said.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';

export interface LinePlace {
  topic_id: string;
  sequence: number;
}

const maxShown = 280;

/** Returns messages as published in the bucket, in the given order, if the viewer may see them. */
export async function shownLines(
  executor: Executor,
  viewer: Viewer,
  places: readonly LinePlace[],
): Promise<Line[]> {
  if (places.length === 0) return [];
  const { publishedObjects, topics } = tables;
  const asked = jsonParameter(places.map((place) => ({ ...place, object_key: getKey(place) })));
  const rows = await executor.execute<{ object_key: string; text: string }>(
    sql`select entry.object_key, entry.confirmed_text as text
        from json_to_recordset(${asked}::json) as asked(topic_id text, object_key text)
        join ${publishedObjects} as entry on entry.object_key = asked.object_key
        join ${topics} on ${topics.topicId} = asked.topic_id
        where entry.confirmed_text is not null and ${visibleTopic(viewer)}`,
  );
  const texts = new Map(rows.map(({ object_key, text }) => [object_key, text]));
  const lines: Line[] = [];
  const yieldToEventLoop = createYield();
  for (const place of places) {
    await yieldToEventLoop();
    const line = lineOfEntry(texts.get(getKey(place)));
    if (line) lines.push(line);
  }
  return lines;
}

/** Returns the newest line in the bucket of each of these topics. */
export async function lastLines(
  executor: Executor,
  viewer: Viewer,
  topicIds: readonly string[],
): Promise<Map<string, Line>> {
  const lines = await newestLines(executor, viewer, topicIds, 1);
  return new Map([...lines].flatMap(([topicId, [line]]) => (line ? [[topicId, line] as const] : [])));
}

/** Returns the newest lines in the bucket of each of these topics, newest first. */
export async function newestLines(
  executor: Executor,
  viewer: Viewer,
  topicIds: readonly string[],
  ofEach: number,
): Promise<Map<string, Line[]>> {
  if (topicIds.length === 0) return new Map();
  const { publishedObjects, spokenLines } = tables;
  const rows = await executor.execute<{ topic_id: string; sequence: number }>(
    sql`select asked.topic_id, line.sequence
        from json_array_elements_text(${jsonParameter(topicIds)}::json) as asked(topic_id)
        cross join lateral (
          select said.sequence from ${spokenLines} as said where said.topic_id = asked.topic_id and exists (
            select 1 from ${publishedObjects} as entry where entry.confirmed_text is not null and entry.object_key =
              'topics/' || said.topic_id || '/ledger/' || lpad(said.sequence::text, 10, '0') || '.json')
          order by said.sequence desc limit ${ofEach}
        ) as line`,
  );
  const lines = new Map<string, Line[]>();
  for (const line of await shownLines(executor, viewer, rows))
    lines.set(line.topic_id, [...(lines.get(line.topic_id) ?? []), line]);
  return lines;
}

export function getKey({ topic_id, sequence }: LinePlace): string {
  return objectKey('topic_ledger_entry', { topic_id, sequence });
}

/** Returns the beginning of a text for a list, with an ellipsis for the rest. */
export function shownText(text: string): string {
  const beginning = cutText(text, maxShown);
  return beginning === text ? text : `${beginning.trimEnd()}…`;
}

function lineOfEntry(text: string | undefined): Line | undefined {
  if (text === undefined) return undefined;
  const { topic_id, sequence, header, body } = JSON.parse(text) as TopicLedgerEntry;
  const said = body && lineSaid(body.text);
  if (!said) return undefined;
  return {
    topic_id,
    sequence,
    agent_id: said.agentId,
    text: shownText(said.text),
    accepted_at: header.context.now,
  };
}
