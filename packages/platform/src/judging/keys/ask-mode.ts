import { type AnyMode, type ModeContext, unansweredFacts, type Writable } from '@agent-home/modes';
import type { Database } from '../../database/index.ts';
import type { TopicForAgent } from '../../registry/access/load-access-facts.ts';
import { answerAtOnce } from '../definition/answer-at-once.ts';
import { findRecords } from '../session/topic-records.ts';

/** Returns the keys that the mode lets this agent write now, after answering the mode's own requests for facts. */
export async function askMode(
  database: Database,
  topic: TopicForAgent,
  mode: AnyMode,
  purpose: 'message' | 'request',
  now: Date,
): Promise<Writable> {
  const { state, author, rules } = topic;
  let context: ModeContext = { now: now.toISOString() };
  for (let round = 0; round < 3; round++) {
    const question = { write: purpose, author };
    const wanted = unansweredFacts(mode.facts(state, question, rules, context), context);
    if (wanted.length === 0) break;
    for (const request of wanted) {
      if (request.fact === 'records') {
        const found = await findRecords(database, topic.facts.topic_id, request.keys);
        const records = Object.fromEntries(request.keys.map((key) => [key, found.get(key) ?? null]));
        context = { ...context, records: { ...context.records, ...records } };
      } else {
        context = { ...context, facts: { ...context.facts, ...answerAtOnce(request) } };
      }
    }
  }
  return purpose === 'message'
    ? mode.writableMessages(state, author, rules, context)
    : mode.writableRequests(state, author, rules, context);
}
