import type { OfficeProposalList, officeProposalQuerySchema } from '@agent-home/http-contract';
import { objectKey, type TopicRequestResult } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';

const placeSchema = z.tuple([momentSchema, nameSchema]);

type ResultRow = { object_key: string; text: string; at: string };

/** Lists proposals with their outcomes, from the certified results that are still kept. */
export async function officeProposals(
  database: Database,
  query: z.infer<typeof officeProposalQuerySchema>,
): Promise<OfficeProposalList> {
  const { publishedObjects } = tables;
  const after = placeOf(placeSchema, query.cursor);
  // A search in the text is safe: in canonical JSON a quotation mark inside a value is escaped.
  const isProposal = sql`confirmed_text not like '%"request\\_type":"unknown"%'`;
  const isOpen = sql`confirmed_text like '%"outcome":"needs\\_votes"%'`;
  const state =
    query.state === undefined ? sql`true` : query.state === 'open' ? isOpen : sql`not (${isOpen})`;
  const rows = await database.execute<ResultRow>(
    sql`select object_key, confirmed_text as text,
          to_char(confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from ${publishedObjects}
        where object_key like 'topics/%/results/%' and confirmed_text is not null and ${isProposal} and ${state}
          and ${after ? sql`(confirmed_at, object_key) < (${after[0]}::timestamptz, ${after[1]})` : sql`true`}
        order by confirmed_at desc, object_key desc limit ${query.limit + 1}`,
  );
  const { shown, ...next } = getPage([...rows], query.limit, (row) => [row.at, row.object_key]);
  const results = shown.map(({ object_key, text }) => ({
    object_key,
    result: JSON.parse(text) as TopicRequestResult,
  }));
  const asked = await listRequests(
    database,
    results.map(({ result }) => result),
  );
  return {
    items: results.map(({ object_key, result }) => toItem(object_key, result, asked.get(requestKey(result)))),
    ...next,
  };
}

interface Asked {
  title: string;
  payload: Record<string, unknown> | undefined;
}

function requestKey({ topic_id, agent_id, request_id }: TopicRequestResult): string {
  return objectKey('topic_request', { topic_id, agent_id, request_id });
}

async function listRequests(database: Database, results: TopicRequestResult[]): Promise<Map<string, Asked>> {
  const { ledgerEntries, topics } = tables;
  const asked = jsonParameter(
    results.map((result) => ({ key: requestKey(result), topic_id: result.topic_id })),
  );
  const rows = await database.execute<{ key: string; title: string; body_text: string | null }>(
    sql`select asked.key, topic.title, (
          select entry.body_text from ${ledgerEntries} as entry
          where entry.object_key = asked.key and entry.outcome = 'accepted' limit 1) as body_text
        from json_to_recordset(${asked}::json) as asked(key text, topic_id text)
        join ${topics} as topic on topic.topic_id = asked.topic_id`,
  );
  return new Map(
    rows.map(({ key, title, body_text }) => {
      const body = body_text === null ? {} : (JSON.parse(body_text) as { payload?: Record<string, unknown> });
      return [key, { title, payload: body.payload }];
    }),
  );
}

function toItem(
  object_key: string,
  result: TopicRequestResult,
  asked: Asked | undefined,
): OfficeProposalList['items'][number] {
  const { created, redirect, votes } = result;
  return {
    topic_id: result.topic_id,
    topic_title: asked?.title ?? '',
    agent_id: result.agent_id,
    request_id: result.request_id,
    request_type: result.request_type,
    object_key,
    state: result.outcome === 'needs_votes' ? 'open' : 'decided',
    outcome: result.outcome,
    reason_code: result.reason_code,
    decided_at: result.decided_at,
    ...(asked?.payload ? { proposal: asked.payload } : {}),
    ...(created ? { created: { kind: created.kind, id: created.id } } : {}),
    ...(redirect ? { redirect: { kind: redirect.kind, id: redirect.id } } : {}),
    ...(votes
      ? {
          votes: {
            required: votes.required,
            current: votes.current,
            window_ends_at: votes.vote_window_ends_at,
          },
        }
      : {}),
  };
}
