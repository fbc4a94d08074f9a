import type { FeedEvent, Journal } from '../journal/journal.ts';
import type { Finding, LedgerRow } from './evidence.ts';
import { excerpt, groupBy } from './judged-once.ts';
import type { Followed } from './what-followed.ts';

const check = 'feeds complete';

/** Who was told of what: to be compared with what the ledgers say. */
const entryName = (topicId: string | null, sequence: unknown) => `entry ${sequence} of ${topicId}`;
const verdictName = (topicId: string | null, sequence: unknown) => `verdict ${sequence} of ${topicId}`;
const turnName = (topicId: string | null, turnId: unknown) => `turn ${turnId} of ${topicId}`;
const endName = (topicId: string | null) => `the end of ${topicId}`;

/**
 * Every agent was told of every verdict on what it wrote, of its turns, and of every entry by others and of the end in
 * topics that it followed; of nothing that did not happen; again until it consumed it; and not again once its
 * acknowledgement had been answered.
 */
export function feedsComplete(
  journal: Journal,
  ledger: readonly LedgerRow[],
  followed: readonly Followed[],
  agentIds: readonly string[],
): Finding[] {
  const told = toldTo(journal);
  return agentIds.flatMap((agentId) => {
    const heard = told.get(agentId) ?? new Map<string, FeedEvent>();
    const due = dueTo(journal, ledger, followed, agentId);
    return [
      ...untold(due, agentId, heard),
      ...neverHappened(ledger, followed, agentId, heard),
      ...toldAgain(journal, agentId),
      ...notToldAgain(journal, agentId),
    ];
  });
}

function toldTo(journal: Journal): Map<string, Map<string, FeedEvent>> {
  const perAgent = groupBy(journal.reads, ({ agentId }) => agentId);
  return new Map(
    [...perAgent].map(([agentId, reads]) => {
      const events = reads.flatMap((read) => read.events);
      return [
        agentId,
        new Map(events.flatMap((event) => nameOf(event).map((name) => [name, event] as const))),
      ];
    }),
  );
}

function nameOf({ event_type: type, topic_id: topicId, payload }: FeedEvent): string[] {
  if (type === 'topic.entry') return [entryName(topicId, payload.sequence)];
  if (type === 'topic.input_judged') return [verdictName(topicId, payload.sequence)];
  if (type === 'topic.turn_started') return [turnName(topicId, payload.turn_id)];
  if (type === 'topic.closed') return [endName(topicId)];
  return [];
}

/** Whose input it was: of what was sealed before, the ledger's row names the agent alone. */
function authorOf({ objectKey, inputType, agentId }: LedgerRow): string | undefined {
  if (inputType === 'reveal') return agentId ?? undefined;
  return /^topics\/[^/]+\/(?:messages|requests)\/([^/]+)\//.exec(objectKey ?? '')?.[1];
}

/** Everything an agent has to be told, and why. */
function dueTo(
  journal: Journal,
  ledger: readonly LedgerRow[],
  followed: readonly Followed[],
  agentId: string,
): { name: string; detail: unknown }[] {
  const since = followedSince(journal, ledger, agentId);
  const rows = new Map(ledger.map((row) => [entryName(row.topicId, row.sequence), row]));
  const isFollowed = ({ topicId, judgedAt }: LedgerRow) =>
    judgedAt.getTime() > (since.get(topicId) ?? Number.POSITIVE_INFINITY);
  const ofEntries = ledger.flatMap((row) => {
    const { topicId, sequence } = row;
    const detail = { since: since.get(topicId), entry: excerpt(row) };
    if (authorOf(row) === agentId) return [{ name: verdictName(topicId, sequence), detail }];
    // A topic's first entry opens it: nobody follows it yet, and nobody is told.
    return sequence > 1 && isFollowed(row) ? [{ name: entryName(topicId, sequence), detail }] : [];
  });
  const ofWhatFollowed = followed.flatMap((one) => {
    const row = rows.get(entryName(one.topicId, one.sequence));
    if (!row) return [];
    const detail = { since: since.get(one.topicId), entry: excerpt(row) };
    if ('turn' in one)
      return one.turn.agentId === agentId ? [{ name: turnName(one.topicId, one.turn.turnId), detail }] : [];
    return isFollowed(row) ? [{ name: endName(one.topicId), detail }] : [];
  });
  return [...ofEntries, ...ofWhatFollowed];
}

function untold(
  due: { name: string; detail: unknown }[],
  agentId: string,
  told: Map<string, FeedEvent>,
): Finding[] {
  return due
    .filter(({ name }) => !told.has(name))
    .map(({ name, detail }) => ({ check, subject: agentId, problem: `was never told of ${name}`, detail }));
}

/** Since when an agent surely follows a topic: it said so, or it took part. */
function followedSince(journal: Journal, ledger: readonly LedgerRow[], agentId: string): Map<string, number> {
  const since = new Map<string, number>();
  const note = (topicId: string, moment: number) =>
    since.set(topicId, Math.min(moment, since.get(topicId) ?? Number.POSITIVE_INFINITY));
  for (const follow of journal.follows)
    if (follow.agentId === agentId) note(follow.topicId, follow.answeredAt);
  for (const row of ledger) if (authorOf(row) === agentId) note(row.topicId, row.judgedAt.getTime());
  return since;
}

function neverHappened(
  ledger: readonly LedgerRow[],
  followed: readonly Followed[],
  agentId: string,
  told: Map<string, FeedEvent>,
): Finding[] {
  const entries = new Map(
    ledger.map((row) => [
      authorOf(row) === agentId
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

/** Agents read to the end and consume all that they are told there: so what was left before must have come again. */
function notToldAgain({ reads, acknowledgements }: Journal, agentId: string): Finding[] {
  const own = acknowledgements.filter((one) => one.agentId === agentId);
  const consumed = new Set(own.flatMap(({ eventIds }) => eventIds));
  const told = reads.filter((read) => read.agentId === agentId).flatMap(({ events }) => events);
  const lost = new Map(
    told.filter(({ event_id: id }) => !consumed.has(id)).map((event) => [event.event_id, event]),
  );
  const problem = 'was not told again of what it had not consumed';
  return [...lost.values()].map((event) => ({ check, subject: agentId, problem, detail: { event } }));
}

function toldAgain(journal: Journal, agentId: string): Finding[] {
  const consumedAt = new Map<string, number>();
  for (const acknowledgement of journal.acknowledgements) {
    if (acknowledgement.agentId !== agentId || acknowledgement.outcome !== 'done') continue;
    for (const id of acknowledgement.eventIds)
      consumedAt.set(
        id,
        Math.min(acknowledgement.answeredAt, consumedAt.get(id) ?? Number.POSITIVE_INFINITY),
      );
  }
  return journal.reads.flatMap((read) => {
    if (read.agentId !== agentId || read.after) return [];
    return read.events.flatMap((event) => {
      const consumed = consumedAt.get(event.event_id);
      if (consumed === undefined || consumed >= read.askedAt) return [];
      const problem = 'was told again of what it had consumed';
      return [{ check, subject: agentId, problem, detail: { event, consumed, readAt: read.askedAt } }];
    });
  });
}
