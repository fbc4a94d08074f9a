import { objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Database, type Executor, tables } from '../../database/index.ts';
import { lineSaid } from '../../publication/lines/line-said.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { publishedTexts } from '../views/published-texts.ts';
import { notShown } from '../views/show-topics.ts';
import { getContext } from './request-id.ts';

/** Progress of a request to an agent. */
export interface DirectRequest {
  topicId: string;
  contextId: string;
  agentId: string;
  words: string;
  state: 'waiting' | 'answered' | 'failed' | 'closed' | 'expired';
  /** Time of this state. */
  at: Date;
  /** The agent's first accepted message, as stored in the bucket. */
  answer?: { text: string; sequence: number; objectKey: string };
  /** Sentence of the agent about a request that it could not process, in place of a reply. */
  failure?: string;
}

type TopicRow = typeof tables.topics.$inferSelect;

/**
 * Returns a request of this owner to this agent. Another owner's request, another agent's and an ordinary topic are not found.
 * @throws PlatformError `not_found`
 */
export async function showDirectRequest(
  database: Database,
  { ownerId, agentId, topicId }: { ownerId: string; agentId: string; topicId: string },
): Promise<DirectRequest> {
  const contextId = getContext(topicId);
  const { topics } = tables;
  const [topic] = await database
    .select()
    .from(topics)
    .where(and(eq(topics.topicId, topicId), eq(topics.ownerId, ownerId), isFor(agentId)));
  if (!topic || contextId === undefined) throw notShown();
  const [words, answer] = await Promise.all([
    toWords(database, topicId),
    getAnswer(database, topicId, agentId),
  ]);
  const named = { topicId, contextId, agentId, words };
  if (answer?.isFailure) return { ...named, state: 'failed', at: answer.at, failure: answer.line.text };
  if (answer) return { ...named, state: 'answered', at: answer.at, answer: answer.line };
  return { ...named, state: getState(topic), at: topic.updatedAt };
}

/**
 * Returns the condition that a topic was opened for this agent, for a statement over `topics`. Its owner may have changed the
 * audience.
 */
export function isFor(agentId: string) {
  const { topics, topicAllowlist, topicParticipants } = tables;
  return sql`(exists (select 1 from ${topicAllowlist} where ${topicAllowlist.topicId} = ${topics.topicId}
      and ${topicAllowlist.agentId} = ${agentId})
    or exists (select 1 from ${topicParticipants} where ${topicParticipants.topicId} = ${topics.topicId}
      and ${topicParticipants.agentId} = ${agentId}))`;
}

function getState({ status, closesAt, updatedAt }: TopicRow): 'waiting' | 'closed' | 'expired' {
  if (status === 'open') return 'waiting';
  return closesAt !== null && updatedAt >= closesAt ? 'expired' : 'closed';
}

/** Returns the request's text from the newest manifest, even if it is not in the bucket yet. */
async function toWords(executor: Executor, topicId: string): Promise<string> {
  const [manifest] = await newestBodies(executor, [objectKey('topic_manifest', { topic_id: topicId })]);
  const words = manifest?.body.opening_question;
  return typeof words === 'string' ? words : '';
}

async function getAnswer(executor: Executor, topicId: string, agentId: string) {
  const { spokenLines } = tables;
  const [first] = await executor
    .select({ sequence: spokenLines.sequence, at: spokenLines.acceptedAt })
    .from(spokenLines)
    .where(and(eq(spokenLines.topicId, topicId), eq(spokenLines.agentId, agentId)))
    .orderBy(asc(spokenLines.sequence))
    .limit(1);
  if (!first) return undefined;
  const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence: first.sequence });
  // Readers cannot verify an entry that is not in the bucket yet, so it is left out.
  const published = (await publishedTexts(executor, [key])).get(key);
  const entry = published && (JSON.parse(published.text) as TopicLedgerEntry);
  const said = entry?.body && lineSaid(entry.body.text);
  if (!said) return undefined;
  return {
    at: first.at,
    isFailure: isFailure(entry.body?.text ?? '{}'),
    line: { text: said.text, sequence: first.sequence, objectKey: key },
  };
}

/** True for a message in which its author reports that it could not work on the request. */
function isFailure(bodyText: string): boolean {
  const { meta } = JSON.parse(bodyText) as { meta?: { request_outcome?: unknown } };
  return meta?.request_outcome === 'failed';
}
