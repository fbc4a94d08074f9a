import { type SQL, sql } from 'drizzle-orm';
import type { Platform } from '../../foundation/platform/platform.ts';

const eventsAtOnce = 5_000;

/** Returns the receivers of the `old` events of topics or tasks. */
function collectHearers(kind: 'topic' | 'task'): SQL {
  const [participants, follows] = [sql.raw(`${kind}_participants`), sql.raw(`${kind}_follows`)];
  const id = sql.raw(`${kind}_id`);
  const quiet = sql`(select distinct ${id} from old where agent_id is null and ${id} is not null) as quiet`;
  return sql`select '${sql.raw(kind)}' as kind, ${id} as id, part.agent_id, part.since_transaction, part.since_event
    from ${quiet} join ${participants} as part using (${id})
    where not part.left_out and not exists (select 1 from ${follows} as said
      where said.agent_id = part.agent_id and said.${id} = part.${id})
    union all
    select '${sql.raw(kind)}', ${id}, agent_id, since_transaction, since_event
    from ${quiet} join ${follows} using (${id}) where following`;
}

/**
 * Deletes events older than the retention. For each agent that had not consumed one of them, it records the missed time span, so
 * that the agent is notified of the gap.
 */
export async function pruneFeed(platform: Platform): Promise<void> {
  const days = platform.config.feedDays;
  let dropped = eventsAtOnce;
  while (dropped === eventsAtOnce) {
    const [row] = await platform.database.execute<{ dropped: string }>(
      sql`with old as (
            delete from feed_events where id in (
              select id from feed_events where occurred_at < now() - ${days} * interval '1 day'
              order by occurred_at limit ${eventsAtOnce})
            returning id, transaction, agent_id, topic_id, task_id, author_id, occurred_at
          ), heard as (
            ${collectHearers('topic')} union all ${collectHearers('task')}
          ), missed as (
            select agent_id, min(occurred_at) as first, max(occurred_at) as last from (
              select agent_id, occurred_at from old where agent_id is not null
              union all
              select heard.agent_id, old.occurred_at
              from old join heard on heard.kind = case when old.task_id is null then 'topic' else 'task' end
                and heard.id = coalesce(old.task_id, old.topic_id) left join feed_positions as known on known.agent_id = heard.agent_id
              where old.agent_id is null and old.author_id is distinct from heard.agent_id
                and old.transaction >= heard.since_transaction and old.id > heard.since_event
                and (old.transaction, old.id) > (coalesce(known.transaction, '0'::xid8), coalesce(known.event_id, 0))
                and not exists (select 1 from feed_acknowledgements as consumed
                  where consumed.agent_id = heard.agent_id and consumed.event_id = old.id)
            ) as one group by agent_id
          ), noted as (
            insert into feed_positions as known (agent_id, transaction, event_id, missed_from, missed_until)
            select agent_id, '0'::xid8, 0, first, last from missed
            on conflict (agent_id) do update set
              missed_from = least(known.missed_from, excluded.missed_from),
              missed_until = greatest(known.missed_until, excluded.missed_until)
          )
          select count(*) as dropped from old`,
    );
    dropped = Number(row?.dropped ?? 0);
  }
}
