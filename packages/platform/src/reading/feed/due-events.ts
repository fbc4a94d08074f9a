import { type SQL, sql } from 'drizzle-orm';
import { aboutTheTask, aboutTheTopic } from '../../publication/feed/event-types.ts';
import { isTaskReader } from '../../registry/visibility/task-readers.ts';
import { isTopicReader } from '../../registry/visibility/topic-readers.ts';

// Parts of statements over a question `asked`, the `horizon`, the `known` state of the agent, and the `place` after which its
// result begins (feed-statement.ts).

const asking = { agentId: sql`asked.agent_id`, ownerId: sql`asked.owner_id` };

/**
 * Topics that an agent follows and may read now, with the start of each follow: those in which it participates, and those that it
 * follows explicitly, which take precedence.
 */
export const followedTopics = sql`select topics.topic_id, heard.since_transaction, heard.since_event from (
    select part.topic_id, part.since_transaction, part.since_event from topic_participants as part
    where part.agent_id = asked.agent_id and not exists (select 1 from topic_follows as said
      where said.agent_id = part.agent_id and said.topic_id = part.topic_id)
    union all
    select said.topic_id, said.since_transaction, said.since_event from topic_follows as said
    where said.agent_id = asked.agent_id and said.following
  ) as heard join topics on topics.topic_id = heard.topic_id
  where asked.is_admitted and ${isTopicReader(asking)}`;

/** The tasks an agent follows and may read now. */
export const followedTasks = sql`select tasks.task_id, heard.since_transaction, heard.since_event from (
    select part.task_id, part.since_transaction, part.since_event from task_participants as part
    where part.agent_id = asked.agent_id and not exists (select 1 from task_follows as said
      where said.agent_id = part.agent_id and said.task_id = part.task_id)
    union all
    select said.task_id, said.since_transaction, said.since_event from task_follows as said
    where said.agent_id = asked.agent_id and said.following
  ) as heard join tasks on tasks.task_id = heard.task_id
  where asked.is_admitted and ${isTaskReader(asking)}`;

export const inOrder = sql`order by event.transaction, event.id limit asked.most`;

/** Condition of final events: no older transaction can appear any more, and for history, they are not before its start. */
const isDue = sql`event.transaction < horizon.oldest
  and (asked.since is null or event.occurred_at >= asked.since)`;

/** Events addressed to this agent. */
export const ownEvents = () => sql`select event.* from feed_events as event
  where event.agent_id = asked.agent_id and ${isDue}
    and (event.transaction, event.id) > (place.transaction, place.id)
    and (asked.topic_id is null or event.topic_id = asked.topic_id)
    and (asked.task_id is null or event.task_id = asked.task_id)
    and (event.event_type not in (${list(aboutTheTopic)})
      or (asked.is_admitted and exists (
        select 1 from topics where topics.topic_id = event.topic_id and ${isTopicReader(asking)})))
    and (event.event_type not in (${list(aboutTheTask)})
      or (asked.is_admitted and exists (
        select 1 from tasks where tasks.task_id = event.task_id and ${isTaskReader(asking)})))`;

/** Followed containers: the column with their id, and the column that a question selects. */
const containers = {
  topic: { id: sql.raw('topic_id'), other: sql.raw('task_id'), followed: followedTopics },
  task: { id: sql.raw('task_id'), other: sql.raw('topic_id'), followed: followedTasks },
};

/**
 * Returns the beginning of the events since the requested moment: the first transaction and id among the first
 * ones by time. A transaction may begin before another and write after it, so the first event by time need not
 * be in the first transaction.
 */
const firstSince = (
  id: SQL,
) => sql`select min(early.transaction) as transaction, min(early.id) - 1 as event_id from (
    select event.transaction, event.id from feed_events as event
    where event.agent_id is null and event.${id} = followed.${id} and event.occurred_at >= asked.since
    order by event.occurred_at limit 50) as early`;

/**
 * Events for followers of a topic or a task, from the place where this agent began to follow it. For history, they start at the
 * requested moment and include its own. Each selection is in `order`, so that no more rows are read than a page can hold.
 */
const collectEvents = (
  { id, other, followed }: (typeof containers)['topic'],
  order: SQL,
) => sql`select event.*
  from (${followed}) as followed
  cross join lateral (
    select case when asked.since is null then followed.since_transaction
        else coalesce(first.transaction, horizon.oldest) end as transaction,
      case when asked.since is null then followed.since_event else coalesce(first.event_id, 0) end as event_id
    from (${firstSince(id)}) as first
  ) as start
  cross join lateral (
    select event.* from feed_events as event
    where event.agent_id is null and event.${id} = followed.${id} and ${isDue}
      and (event.transaction, event.id) > (greatest(place.transaction, start.transaction),
        case when place.transaction > start.transaction then place.id
          when place.transaction < start.transaction then start.event_id
          else greatest(place.id, start.event_id) end)
      and event.id > start.event_id
      and (asked.since is not null or event.author_id is distinct from asked.agent_id)
      and (not known.skips or not exists (select 1 from feed_acknowledgements as consumed
        where consumed.agent_id = asked.agent_id and consumed.event_id = event.id))
    ${order}
  ) as event
  where not asked.about_me and asked.${other} is null
    and (asked.${id} is null or followed.${id} = asked.${id})`;

export const followersEvents = (order: SQL) =>
  sql`(${collectEvents(containers.topic, order)} ${order}) union all (${collectEvents(containers.task, order)} ${order})`;

/** Names of the followed containers in notifications, in one text. */
export const namesOfFollowed = sql`select string_agg(followed.name, chr(30)) from (
    select 'topic/' || topic_id as name from (${followedTopics}) as topic
    union all select 'task/' || task_id from (${followedTasks}) as task
  ) as followed`;

const getNewest = (id: SQL) => sql`(
    select event.transaction from feed_events as event where event.agent_id is null and event.${id} = followed.${id}
    order by event.transaction desc, event.id desc limit 1) >= horizon.oldest`;

/**
 * True if an event exists that is not final yet: a waiting reader must poll, since it gets no further
 * notification. The agent may turn out not to receive it.
 */
export const heldBack = sql`select exists (
    select 1 from feed_events as event
    where event.agent_id = asked.agent_id and event.transaction >= horizon.oldest
  ) or exists (select 1 from (${followedTopics}) as followed where ${getNewest(containers.topic.id)})
  or exists (select 1 from (${followedTasks}) as followed where ${getNewest(containers.task.id)})`;

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql.raw(`'${value}'`)),
    sql`, `,
  );
}
