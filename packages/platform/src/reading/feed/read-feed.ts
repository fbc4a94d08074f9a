import type { Database } from '@agent-home/database';
import { jsonParameter } from '@agent-home/database';
import { gather } from '../../foundation/pace/gather.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import type { FeedPlace } from './feed-cursor.ts';
import { type FeedColumns, type FeedRow, feedStatement } from './feed-statement.ts';

interface FoundEvent {
  place: FeedPlace;
  eventType: string;
  topicId: string | null;
  taskId: string | null;
  objectKey: string | null;
  /** Milliseconds since 1970. */
  occurredAt: number;
  /** The JSON text of an object, kept unparsed because it only passes through. */
  payload: string;
}

export interface FeedPage {
  /** Oldest first. */
  events: FoundEvent[];
  /** Everything up to this place is in this page or not for this agent. */
  end: FeedPlace;
  /**
   * Set where events were deleted for their age before this agent had consumed them, until it consumes this place or a
   * later one. Only a page from the agent's position has it, not one after a given place.
   */
  missed?: { from: Date; until: Date; place: FeedPlace };
}

/** Events that happened at this moment or later, consumed or not, also from before the agent began to follow. */
export interface History {
  since: Date;
  /** Of this topic or task alone; where absent, of all that the agent follows. */
  topicId?: string | undefined;
  taskId?: string | undefined;
}

export interface FeedQuestion {
  agent: AgentRow;
  /** Read on after this place; where absent, from the agent's position, or the beginning of the history. */
  after?: FeedPlace | undefined;
  limit: number;
  /** Only what is told to this agent alone: its verdicts, turns, invitations, … */
  aboutMe?: boolean | undefined;
  history?: History | undefined;
}

export type ReadFeed = (question: FeedQuestion) => Promise<FeedPage>;

/** Reading pages is work for the database: a few share a statement, and several statements use its processors. */
const limits = { together: 4, atOnce: 4 };

/** Reads feeds; questions asked at once share statements. */
export function openFeedReader(database: Database): ReadFeed {
  return gather((questions: FeedQuestion[]) => readFeeds(database, questions), limits);
}

/** A question as the statements take it. */
export function questionRow(question: FeedQuestion & { until?: FeedPlace }, position = 0) {
  const { agent, after, limit, aboutMe = false, history, until } = question;
  return {
    position,
    agent_id: agent.agentId,
    owner_id: agent.ownerId,
    is_admitted: agent.standing === 'admitted',
    after_transaction: after?.transaction ?? '0',
    after_id: after?.eventId ?? 0,
    most: limit,
    about_me: aboutMe,
    since: history?.since.toISOString() ?? null,
    topic_id: history?.topicId ?? null,
    task_id: history?.taskId ?? null,
    until_transaction: until?.transaction ?? '0',
    until_id: until?.eventId ?? 0,
  };
}

/** Stands between the values of a column. A control character is in no id, no key and, unescaped, in no JSON. */
const separator = '\u001e';

/** Reads pages. Visibility is decided at this moment, so an agent is told nothing that it may not see any more. */
async function readFeeds(database: Database, questions: FeedQuestion[]): Promise<FeedPage[]> {
  const rows = await database.execute<FeedRow>(
    feedStatement(jsonParameter(questions.map((question, position) => questionRow(question, position)))),
  );
  const pages = questions.map((): FeedPage => ({ events: [], end: { transaction: '0', eventId: 0 } }));
  for (const row of rows) {
    const page = pages[row.position];
    const question = questions[row.position];
    if (!page || !question) continue;
    page.events = eventsOf(row);
    const missed = question.after || question.history ? undefined : missedOf(row);
    if (missed) page.missed = missed;
    // Nothing older than the horizon can turn up any more.
    page.end = page.events.at(-1)?.place ?? { transaction: row.horizon, eventId: 0 };
  }
  return pages;
}

function missedOf(row: FeedRow): FeedPage['missed'] {
  const { missed_from: from, missed_until: until, consumed_transaction, consumed_id } = row;
  if (from === null || until === null) return undefined;
  const place = { transaction: consumed_transaction ?? '0', eventId: Number(consumed_id ?? 0) };
  return { from: new Date(from), until: new Date(until), place };
}

function eventsOf(row: FeedColumns): FoundEvent[] {
  if (row.ids === null) return [];
  const split = (text: string | null) => (text ?? '').split(separator);
  const [transactions, types, containers] = [row.transactions, row.types, row.containers].map(split);
  const [objectKeys, moments, payloads] = [row.object_keys, row.moments, row.payloads].map(split);
  return split(row.ids).map((id, at) => ({
    place: { transaction: transactions?.[at] ?? '', eventId: Number(id) },
    eventType: types?.[at] ?? '',
    ...containerOf(containers?.[at] ?? ''),
    objectKey: objectKeys?.[at] || null,
    occurredAt: Number(moments?.[at]),
    payload: payloads?.[at] || '{}',
  }));
}

const taskMark = 'task/';

/** No id has a slash in it. */
function containerOf(text: string): { topicId: string | null; taskId: string | null } {
  return text.startsWith(taskMark)
    ? { topicId: null, taskId: text.slice(taskMark.length) }
    : { topicId: text || null, taskId: null };
}
