import type { Journal } from '../journal/journal.ts';
import type { HeardEvent } from '../journal/records.ts';
import type { Finding, JudgedRow } from './evidence.ts';
import {
  check,
  deliveredTo,
  dueTo,
  endName,
  entryName,
  getAuthor,
  turnName,
  verdictName,
} from './feed-names.ts';
import type { Followed } from './followed.ts';
import { excerpt } from './judged-once.ts';
import { notRedelivered, redelivered } from './redelivery.ts';

/**
 * Requires every agent to be notified of every verdict on its writes, of its turns, and of others' entries and the end in topics
 * that it followed, and of no other event. An event is repeated until the agent consumed it, and not after its acknowledgement got
 * a response.
 */
export function feedsComplete(
  journal: Journal,
  ledger: readonly JudgedRow[],
  followed: readonly Followed[],
  agentIds: readonly string[],
): Finding[] {
  const told = deliveredTo(journal);
  return agentIds.flatMap((agentId) => {
    const heard = told.get(agentId) ?? new Map<string, HeardEvent>();
    const due = dueTo(journal, ledger, followed, agentId);
    return [
      ...untold(due, agentId, heard),
      ...neverHappened(ledger, followed, agentId, heard),
      ...redelivered(journal, agentId),
      ...notRedelivered(journal, agentId),
    ];
  });
}

function untold(
  due: { name: string; detail: unknown }[],
  agentId: string,
  told: Map<string, HeardEvent>,
): Finding[] {
  return due
    .filter(({ name }) => !told.has(name))
    .map(({ name, detail }) => ({ check, subject: agentId, problem: `was never told of ${name}`, detail }));
}

function neverHappened(
  ledger: readonly JudgedRow[],
  followed: readonly Followed[],
  agentId: string,
  told: Map<string, HeardEvent>,
): Finding[] {
  const entries = new Map(
    ledger.map((row) => [
      getAuthor(row) === agentId
        ? verdictName(row.topicId, row.sequence)
        : entryName(row.topicId, row.sequence),
      row,
    ]),
  );
  const others = new Set(
    followed.flatMap((one) => {
      if ('closed' in one) return [endName(one.topicId)];
      return one.turn.agentId === agentId ? [turnName(one.topicId, one.turn.turnId)] : [];
    }),
  );
  return [...told].flatMap(([name, event]) => {
    const row = entries.get(name);
    if (others.has(name) || (row && row.outcome === event.payload.outcome)) return [];
    const problem = `was told of ${name}, which is not so`;
    return [{ check, subject: agentId, problem, detail: { event, entry: row && excerpt(row) } }];
  });
}
