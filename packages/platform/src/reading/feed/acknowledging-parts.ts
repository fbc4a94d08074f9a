import { type SQL, sql } from 'drizzle-orm';

/**
 * What a read does beside reading where it says up to which place its agent has consumed, as parts of one statement over
 * the questions `given`. A place that the agent has already come to changes nothing, so that sending the same read twice
 * does no more than sending it once: that is what lets a read go without a stored nonce. For the same reason it leaves
 * alone that events were missed: only the call of its own says that the agent knows.
 *
 * Its commit does not wait for the disk. Where a crash of the database forgets it, the events are told once more.
 */
export const acknowledging = (reader: SQL) => sql`confirming as materialized (
    select distinct on (given.agent_id, given.about_me) given.agent_id, given.about_me,
      given.done_transaction::xid8 as transaction, given.done_id as event_id,
      set_config('synchronous_commit', 'off', true)
    from given cross join lateral ${reader}
    where given.done_transaction is not null
    order by given.agent_id, given.about_me, given.done_transaction::xid8 desc, given.done_id desc
  ), moved as (
    insert into feed_positions as known (agent_id, transaction, event_id)
    select agent_id, transaction, event_id from confirming
    where not about_me and not exists (
      select 1 from feed_positions as position where position.agent_id = confirming.agent_id
        and (position.transaction, position.event_id) >= (confirming.transaction, confirming.event_id))
    order by agent_id
    on conflict (agent_id) do update set moved_at = now(), transaction = excluded.transaction,
      event_id = excluded.event_id
    where (known.transaction, known.event_id) < (excluded.transaction, excluded.event_id)
  ), own as (
    delete from feed_events as event using confirming
    where event.agent_id = confirming.agent_id
      and (event.transaction, event.id) <= (confirming.transaction, confirming.event_id)
  ), single as (
    delete from feed_acknowledgements as consumed using feed_events as event, confirming
    where not confirming.about_me and consumed.agent_id = confirming.agent_id and event.id = consumed.event_id
      and (event.transaction, event.id) <= (confirming.transaction, confirming.event_id)
  )`;
