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

interface FeedQuestion {
  agent: AgentRow;
  /** Read on after this place; where absent, from the agent's position. */
  after?: FeedPlace | undefined;
  limit: number;
}

export type ReadFeed = (question: FeedQuestion) => Promise<FeedPage>;

/** Reading pages is work for the database: a few share a statement, and several statements use its processors. */
const limits = { together: 4, atOnce: 4 };

/** Reads feeds; questions asked at once share statements. */
export function openFeedReader(database: Database): ReadFeed {
  return gather((questions: FeedQuestion[]) => readFeeds(database, questions), limits);
}

/** Stands between the values of a column. A control character is in no id, no key and, unescaped, in no JSON. */
const separator = '\u001e';

/** Reads pages. Visibility is decided at this moment, so an agent is told nothing that it may not see any more. */
async function readFeeds(database: Database, questions: FeedQuestion[]): Promise<FeedPage[]> {
  const asked = jsonParameter(
    questions.map(({ agent, after, limit }, position) => ({
      position,
      agent_id: agent.agentId,
      owner_id: agent.ownerId,
      is_admitted: agent.standing === 'admitted',
      after_transaction: after?.transaction ?? '0',
      after_id: after?.eventId ?? 0,
      most: limit,
    })),
  );
  const rows = await database.execute<FeedRow>(feedStatement(asked));
  const pages = questions.map((): FeedPage => ({ events: [], end: { transaction: '0', eventId: 0 } }));
  for (const row of rows) {
    const page = pages[row.position];
    if (!page) continue;
    page.events = eventsOf(row);
    // Nothing older than the horizon can turn up any more.
    const missed = questions[row.position]?.after === undefined ? missedOf(row) : undefined;
    if (missed) page.missed = missed;
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
  const [transactions, types, topicIds] = [row.transactions, row.types, row.topic_ids].map(split);
  const [objectKeys, moments, payloads] = [row.object_keys, row.moments, row.payloads].map(split);
  return split(row.ids).map((id, at) => ({
    place: { transaction: transactions?.[at] ?? '', eventId: Number(id) },
    eventType: types?.[at] ?? '',
    topicId: topicIds?.[at] || null,
    objectKey: objectKeys?.[at] || null,
    occurredAt: Number(moments?.[at]),
    payload: payloads?.[at] || '{}',
  }));
}
