import { type SQL, sql } from 'drizzle-orm';
import { aboutTheTask, aboutTheTopic } from '../../publication/feed/event-types.ts';
import { isTaskReader } from '../../registry/visibility/task-readers.ts';
import { isTopicReader } from '../../registry/visibility/topic-readers.ts';

// Parts of statements over a question `asked`, the `horizon`, what is `known` of the agent, and the `place` after which
// its answer begins (feed-statement.ts).

const asking = { agentId: sql`asked.agent_id`, ownerId: sql`asked.owner_id` };

/**
 * The topics an agent follows and may read now, with where it began: those it takes part in, and those of which it says
 * so itself, whose word goes before.
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

/** Final: no older transaction can turn up any more; and, where history is asked for, not of before it. */
const isDue = sql`event.transaction < horizon.oldest
  and (asked.since is null or event.occurred_at >= asked.since)`;

/** What is told to the agent alone. */
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

/** What agents follow: the column that names it, and what a question asks for alone. */
const containers = {
  topic: { id: sql.raw('topic_id'), other: sql.raw('task_id'), followed: followedTopics },
  task: { id: sql.raw('task_id'), other: sql.raw('topic_id'), followed: followedTasks },
};

/**
 * Where the events since the moment asked for begin: the first transaction and id among the first of them by time. A
 * transaction may begin before another and write after it, so that the first event by time need not be of the first.
 */
const firstSince = (
  id: SQL,
) => sql`select min(early.transaction) as transaction, min(early.id) - 1 as event_id from (
    select event.transaction, event.id from feed_events as event
    where event.agent_id is null and event.${id} = followed.${id} and event.occurred_at >= asked.since
    order by event.occurred_at limit 50) as early`;

/**
 * What is told to all who follow a topic or a task, from where this agent began to follow it or, where it asks for history, from
 * the moment it names, which also has what is its own doing. Of each in `order`, so that no more is read of one
 * than there is room for.
 */
const eventsOf = ({ id, other, followed }: (typeof containers)['topic'], order: SQL) => sql`select event.*
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
  sql`(${eventsOf(containers.topic, order)} ${order}) union all (${eventsOf(containers.task, order)} ${order})`;

/** What the agent hears of beside what is told to it alone, as notifications name it, in one text. */
export const namesOfFollowed = sql`select string_agg(followed.name, chr(30)) from (
    select 'topic/' || topic_id as name from (${followedTopics}) as topic
    union all select 'task/' || task_id from (${followedTasks}) as task
  ) as followed`;

const newestOf = (id: SQL) => sql`(
    select event.transaction from feed_events as event where event.agent_id is null and event.${id} = followed.${id}
    order by event.transaction desc, event.id desc limit 1) >= horizon.oldest`;

/**
 * Whether something is there that is not final yet: who waits has to look again by itself, since nobody tells it once
 * more. It may be something that the agent is not told after all; then it has looked in vain.
 */
export const heldBack = sql`select exists (
    select 1 from feed_events as event
    where event.agent_id = asked.agent_id and event.transaction >= horizon.oldest
  ) or exists (select 1 from (${followedTopics}) as followed where ${newestOf(containers.topic.id)})
  or exists (select 1 from (${followedTasks}) as followed where ${newestOf(containers.task.id)})`;

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql.raw(`'${value}'`)),
    sql`, `,
  );
}
