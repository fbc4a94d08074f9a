import { sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { lineSaid } from '../../publication/lines/line-said.ts';
import { toWords } from '../../publication/lines/words.ts';
import { cardColumns } from '../../publication/outbox/card-columns.ts';

const together = 200;

/**
 * Indexes lines that were judged before the home could search, or that a restore found in the bucket. It can be called
 * again after a crash.
 */
export async function catchUpLines(platform: Platform): Promise<void> {
  while ((await readLines(platform)) === together);
}

/** Adds cards to the history and to the search of agents that were published before these existed, or that a restore found. */
export async function catchUpCards(platform: Platform): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await keepCards(platform, after);
}

/**
 * Indexes some messages under the locks of their entries, so that no message that is being erased reappears. Returns their number.
 */
async function readLines({ database }: Platform): Promise<number> {
  const { ledgerEntries, spokenLines, unreadLines } = tables;
  return database.transaction(async (transaction) => {
    const rows = await transaction.execute<{
      topic_id: string;
      sequence: number;
      body_text: string | null;
      judged_at: string;
    }>(
      sql`with taken as (
            delete from ${unreadLines} where (topic_id, sequence) in (
              select topic_id, sequence from ${unreadLines} order by topic_id, sequence limit ${together}
              for update skip locked)
            returning topic_id, sequence
          )
          select entry.topic_id, entry.sequence, entry.body_text, entry.judged_at::text as judged_at
          from taken join ${ledgerEntries} as entry using (topic_id, sequence) for share of entry`,
    );
    const lines: object[] = [];
    const yieldToEventLoop = createYield();
    for (const { topic_id, sequence, body_text, judged_at } of rows) {
      await yieldToEventLoop();
      const said = body_text === null ? undefined : lineSaid(body_text);
      if (said)
        lines.push({ topic_id, sequence, spoken_by: said.agentId, judged_at, words: toWords(said.text) });
    }
    await transaction.execute(
      sql`insert into ${spokenLines} (topic_id, sequence, agent_id, accepted_at, words)
          select topic_id, sequence, spoken_by, judged_at, words::tsvector
          from json_to_recordset(${jsonParameter(lines)}::json) as line(topic_id text, sequence integer,
            spoken_by text, judged_at timestamptz, words text)
          on conflict do nothing`,
    );
    return rows.length;
  });
}

/** Adds some cards that the history lacks. Returns where to continue, or undefined at the end. */
async function keepCards({ database }: Platform, after: string): Promise<string | undefined> {
  const { agents, cardHistory, certifiedCards, publishedObjects } = tables;
  const rows = await database.execute<{ key: string; text: string; version: number; at: string | null }>(
    sql`select card.object_key as key, card.confirmed_text as text, card.confirmed_version as version,
          card.confirmed_at::text as at
        from ${publishedObjects} as card
        join ${agents} as agent on card.object_key = 'agents/all/' || agent.agent_id || '.json'
        where card.object_key > ${after} and card.confirmed_text is not null and agent.standing <> 'withdrawn'
          and (not exists (select 1 from ${cardHistory} as kept
              where kept.agent_id = agent.agent_id and kept.version >= card.confirmed_version)
            or not exists (select 1 from ${certifiedCards} as found
              where found.agent_id = agent.agent_id and found.version >= card.confirmed_version))
        order by card.object_key limit ${together}`,
  );
  if (rows.length === 0) return undefined;
  const cards = rows.map(({ key, text, version, at }) => ({ ...cardColumns(key, text), text, version, at }));
  await database.execute(
    sql`with card as (
          select card.* from json_to_recordset(${jsonParameter(cards)}::json) as card(card_of text, card_version integer,
            version integer, card_name text, text text, at timestamptz, card_withdrawn boolean, card_tags json)
          join ${agents} as agent on agent.agent_id = card_of and agent.standing <> 'withdrawn'
          where not card_withdrawn
        ), found as (
          insert into ${certifiedCards} as found (agent_id, card_version, version, updated_at, tags)
          select card_of, card.card_version, version, coalesce(at, now()), array(select json_array_elements_text(card_tags))
          from card
          on conflict (agent_id) do update set card_version = excluded.card_version, version = excluded.version,
            updated_at = excluded.updated_at, tags = excluded.tags where found.version < excluded.version
        )
        insert into ${cardHistory} (agent_id, card_version, version, name, text, published_at)
        select card_of, card.card_version, version, card_name, text, coalesce(at, now()) from card
        on conflict do nothing`,
  );
  return rows.length === together ? rows.at(-1)?.key : undefined;
}
