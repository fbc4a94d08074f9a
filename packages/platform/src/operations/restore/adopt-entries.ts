import {
  canonicalJson,
  hashLedgerHeader,
  type JsonObject,
  ledgerPackEntries,
  objectKey,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { forgetSealed } from '../../judging/inputs/sealed-inputs.ts';
import { feedOfJudgements } from '../../judging/session/feed-of-judgements.ts';
import { raiseNumbers } from '../../judging/session/raise-numbers.ts';
import { saveRecords } from '../../judging/session/topic-records.ts';
import type { Judged } from '../../judging/session/topic-session.ts';
import { appendFeed, type FeedEntry } from '../../publication/feed/append-feed.ts';
import type { FollowedEntries } from './followed-entries.ts';

/** Writes the rows again that judging these entries wrote once, including feed events: agents may receive them twice. */
export async function adoptEntries(
  transaction: Executor,
  topicId: string,
  followed: FollowedEntries,
): Promise<void> {
  await insertEntries(transaction, topicId, followed.entries);
  await saveRecords(transaction, topicId, followed.records);
  await raiseNumbers(transaction, topicId, followed.numbers);
  await forgetSealed(transaction, topicId, followed.revealed);
  await appendFeed(transaction, getFeed(topicId, followed));
}

async function insertEntries(
  transaction: Executor,
  topicId: string,
  entries: TopicLedgerEntry[],
): Promise<void> {
  const rows = entries.map(({ sequence, header, body, erased }) => ({
    sequence,
    hash: hashLedgerHeader(header),
    input_type: header.input.type,
    agent_id: header.input.agent_id ?? null,
    object_key: header.input.object_key ?? null,
    outcome: header.verdict.outcome,
    reason: header.verdict.reason ?? null,
    header: canonicalJson(header as JsonObject),
    body_text: body?.text ?? null,
    erased_at: erased?.at ?? null,
    judged_at: header.context.now,
  }));
  await transaction.execute(
    sql`with entry as (
          select * from json_to_recordset(${jsonParameter(rows)}::json) as entry(sequence integer, hash text,
            input_type text, agent_id text, object_key text, outcome text, reason text, header text,
            body_text text, erased_at timestamptz, judged_at timestamptz)
        ), unread as (
          insert into ${tables.unreadLines} (topic_id, sequence)
          select ${topicId}, sequence from entry
          where outcome = 'accepted' and input_type in ('message', 'reveal') and body_text is not null
        ), packed as (
          insert into ${tables.ledgerPacks} (topic_id, sequence, last_sequence)
          select ${topicId}, sequence - ${ledgerPackEntries - 1}, sequence from entry
          where sequence % ${ledgerPackEntries} = 0
          on conflict (topic_id, sequence) do update set due = true, last_sequence = excluded.last_sequence
        )
        insert into ${tables.ledgerEntries} (topic_id, sequence, hash, input_type, agent_id, object_key, outcome,
          reason, header, body_text, erased_at, judged_at)
        select ${topicId}, * from entry`,
  );
}

function getFeed(topicId: string, followed: FollowedEntries): FeedEntry[] {
  const entries = followed.entries.flatMap((entry) => {
    const { header, sequence } = entry;
    const key = followed.getKey(entry);
    // Members of a verdict that feeds report; the ledger does not store any others.
    const judged = {
      verdict: header.verdict,
      effects: [],
      sequence,
      ...(key === undefined ? {} : { objectKey: key }),
      ...(header.input.agent_id === undefined ? {} : { agentId: header.input.agent_id }),
    } as unknown as Judged;
    return feedOfJudgements(topicId, new Date(header.context.now), [judged]);
  });
  const { last } = followed;
  const newest = followed.entries.at(-1);
  if (!last || !newest) return entries;
  const occurredAt = new Date(newest.header.context.now);
  if (!last.mode.isOpen(last.state))
    return [...entries, { topicId, occurredAt, eventType: 'topic.closed', payload: {} }];
  const turn = last.mode.turn(last.state);
  if (!turn) return entries;
  const { agent_id: agentId, turn_id, expires_at } = turn;
  return [
    ...entries,
    { topicId, agentId, occurredAt, eventType: 'topic.turn_started', payload: { turn_id, expires_at } },
  ];
}

/** Returns the state object after the last entry. */
export function stateBody(topicId: string, { last }: FollowedEntries, updatedAt: string): JsonObject {
  if (!last) throw new Error('no entry was followed');
  return {
    kind: 'topic_state',
    schema_version: 1,
    topic_id: topicId,
    mode: last.mode.name,
    mode_version: last.mode.version,
    updated_at: updatedAt,
    ledger: { sequence: last.head.sequence, head: last.head.hash },
    state: last.state,
  };
}

export const stateKey = (topicId: string) => objectKey('topic_state', { topic_id: topicId });
