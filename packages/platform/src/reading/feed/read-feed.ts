import type { Database } from '../../database/index.ts';
import { jsonParameter } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
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
  /** JSON text of an object, which is passed on unparsed. */
  payload: string;
}

export interface FeedPage {
  /** Oldest first. */
  events: FoundEvent[];
  /** Everything up to this place is in this page or not for this agent. */
  end: FeedPlace;
  /**
   * Set if events expired before this agent had consumed them, until it consumes this position or a later one. Only a page from the
   * agent's own position has it, not one after a given position.
   */
  missed?: { from: Date; until: Date; place: FeedPlace };
  /** Set if the request waits. */
  hearing?: Hearing;
}

/** Data needed to wait for an agent's next event. */
interface Hearing {
  /** Notification names of followed containers, in addition to the agent itself. */
  followed: string[];
  /** True if an event exists that cannot be read before older transactions have ended. */
  isHeld: boolean;
}

/** Reader of a feed. With a key id, nothing is read unless that key is the agent's at this moment. */
export interface FeedReader {
  agentId: string;
  keyId?: string | undefined;
}

/** Events that happened at this moment or later, consumed or not, also from before the agent began to follow. */
export interface History {
  since: Date;
  /** Restricts the result to this topic or task; absent for all followed ones. */
  topicId?: string | undefined;
  taskId?: string | undefined;
}

export interface FeedQuestion {
  reader: FeedReader;
  /** Place up to which all events, or only the agent's own ones, are acknowledged. */
  upTo?: FeedPlace | undefined;
  /** True if the result has the data for waiting. */
  waits?: boolean | undefined;
  /** Read on after this place; where absent, from the agent's position, or the beginning of the history. */
  after?: FeedPlace | undefined;
  limit: number;
  /** Selects only events for this agent alone, such as its verdicts, turns and invitations. */
  aboutMe?: boolean | undefined;
  history?: History | undefined;
}

/** `undefined` if there is no such agent, or it no longer has this key. */
export type ReadFeed = (question: FeedQuestion) => Promise<FeedPage | undefined>;

/** Reading pages is work for the database: a few share a statement, and several statements use its processors. */
const limits = { maxBatchSize: 8, maxRunning: 2 };

/** Opens a feed reader; simultaneous questions share statements. */
export function createFeedReader(database: Database): ReadFeed {
  return createBatcher((questions: FeedQuestion[]) => readFeeds(database, questions), limits);
}

/** Returns a request as a row of the statements' parameter. */
export function questionRow(question: FeedQuestion & { until?: FeedPlace }, position = 0) {
  const { reader, upTo, limit, aboutMe = false, history, until, waits = false } = question;
  const after = pickLater(question.after, upTo);
  return {
    position,
    agent_id: reader.agentId,
    key_id: reader.keyId ?? null,
    after_transaction: after?.transaction ?? '0',
    after_id: after?.eventId ?? 0,
    most: limit,
    about_me: aboutMe,
    since: history?.since.toISOString() ?? null,
    topic_id: history?.topicId ?? null,
    task_id: history?.taskId ?? null,
    until_transaction: until?.transaction ?? '0',
    until_id: until?.eventId ?? 0,
    done_transaction: upTo?.transaction ?? null,
    done_id: upTo?.eventId ?? null,
    waits,
  };
}

/**
 * Returns the later of two places. Events are read before the statement's changes, so a page begins after the events consumed by
 * it.
 */
function pickLater(one: FeedPlace | undefined, other: FeedPlace | undefined): FeedPlace | undefined {
  if (!one || !other) return one ?? other;
  const [left, right] = [BigInt(one.transaction), BigInt(other.transaction)];
  return left > right || (left === right && one.eventId >= other.eventId) ? one : other;
}

/** Separates the values of a column. No id, key or, unescaped, JSON contains a control character. */
const separator = '\u001e';

/**
 * Reads pages. The same statement checks the reader's rights at this moment, so an agent receives nothing that it may no longer
 * see.
 */
async function readFeeds(database: Database, questions: FeedQuestion[]): Promise<(FeedPage | undefined)[]> {
  const statement = feedStatement({
    waits: questions.some(({ waits }) => waits === true),
    acknowledges: questions.some(({ upTo }) => upTo !== undefined),
  });
  const rows = await database.execute<FeedRow>(
    statement(jsonParameter(questions.map((question, position) => questionRow(question, position)))),
  );
  const found = new Map(rows.map((row) => [row.position, row]));
  return questions.map((question, position) => {
    const row = found.get(position);
    return row && getPage(question, row);
  });
}

function getPage(question: FeedQuestion, row: FeedRow): FeedPage {
  const events = collectEvents(row);
  const missed = question.after || question.history ? undefined : getMissed(row);
  return {
    events,
    // No event older than the horizon can appear any more.
    end: events.at(-1)?.place ?? { transaction: row.horizon, eventId: 0 },
    ...(missed ? { missed } : {}),
    ...(question.waits ? { hearing: { followed: split(row.followed), isHeld: row.is_held === true } } : {}),
  };
}

function getMissed(row: FeedRow): FeedPage['missed'] {
  const { missed_from: from, missed_until: until, consumed_transaction, consumed_id } = row;
  if (from === null || until === null) return undefined;
  const place = { transaction: consumed_transaction ?? '0', eventId: Number(consumed_id ?? 0) };
  return { from: new Date(from), until: new Date(until), place };
}

function collectEvents(row: FeedColumns): FoundEvent[] {
  if (row.ids === null) return [];
  const [transactions, types, containers] = [row.transactions, row.types, row.containers].map(split);
  const [objectKeys, moments, payloads] = [row.object_keys, row.moments, row.payloads].map(split);
  return split(row.ids).map((id, at) => ({
    place: { transaction: transactions?.[at] ?? '', eventId: Number(id) },
    eventType: types?.[at] ?? '',
    ...getContainer(containers?.[at] ?? ''),
    objectKey: objectKeys?.[at] || null,
    occurredAt: Number(moments?.[at]),
    payload: payloads?.[at] || '{}',
  }));
}

function split(text: string | null): string[] {
  return text === null ? [] : text.split(separator);
}

const taskMark = 'task/';

/** Ids contain no slash. */
function getContainer(text: string): { topicId: string | null; taskId: string | null } {
  return text.startsWith(taskMark)
    ? { topicId: null, taskId: text.slice(taskMark.length) }
    : { topicId: text || null, taskId: null };
}
