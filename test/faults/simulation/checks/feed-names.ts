import type { Journal } from '../journal/journal.ts';
import type { HeardEvent } from '../journal/records.ts';
import type { JudgedRow } from './evidence.ts';
import type { Followed } from './followed.ts';
import { groupBy } from './group-by.ts';
import { excerpt } from './judged-once.ts';

export const check = 'feeds complete';

/** Returns the times from which an agent surely follows a topic: it followed explicitly, or it took part. */
function followedSince(journal: Journal, ledger: readonly JudgedRow[], agentId: string): Map<string, number> {
  const since = new Map<string, number>();
  const note = (topicId: string, moment: number) =>
    since.set(topicId, Math.min(moment, since.get(topicId) ?? Number.POSITIVE_INFINITY));
  for (const follow of journal.follows)
    if (follow.agentId === agentId) note(follow.topicId, follow.answeredAt);
  for (const row of ledger) if (getAuthor(row) === agentId) note(row.topicId, row.judgedAt.getTime());
  return since;
}

/** Names of notifications, to compare them with the ledgers. */
export const entryName = (topicId: string | null, sequence: unknown) => `entry ${sequence} of ${topicId}`;
export const verdictName = (topicId: string | null, sequence: unknown) => `verdict ${sequence} of ${topicId}`;
export const turnName = (topicId: string | null, turnId: unknown) => `turn ${turnId} of ${topicId}`;
export const endName = (topicId: string | null) => `the end of ${topicId}`;

export function deliveredTo(journal: Journal): Map<string, Map<string, HeardEvent>> {
  const perAgent = groupBy(journal.reads, ({ agentId }) => agentId);
  return new Map(
    [...perAgent].map(([agentId, reads]) => {
      const events = reads.flatMap((read) => read.events);
      return [
        agentId,
        new Map(events.flatMap((event) => getName(event).map((name) => [name, event] as const))),
      ];
    }),
  );
}

function getName({ event_type: type, topic_id: topicId, payload }: HeardEvent): string[] {
  if (type === 'topic.entry') return [entryName(topicId, payload.sequence)];
  if (type === 'topic.input_judged') return [verdictName(topicId, payload.sequence)];
  if (type === 'topic.turn_started') return [turnName(topicId, payload.turn_id)];
  if (type === 'topic.closed') return [endName(topicId)];
  return [];
}

/** Returns the author of an input: for an earlier sealed one, the ledger's row names only the agent. */
export function getAuthor({ objectKey, inputType, agentId }: JudgedRow): string | undefined {
  if (inputType === 'reveal') return agentId ?? undefined;
  return /^topics\/[^/]+\/(?:messages|requests)\/([^/]+)\//.exec(objectKey ?? '')?.[1];
}

/** Returns every notification that an agent has to get, with the reason. */
export function dueTo(
  journal: Journal,
  ledger: readonly JudgedRow[],
  followed: readonly Followed[],
  agentId: string,
): { name: string; detail: unknown }[] {
  const since = followedSince(journal, ledger, agentId);
  const rows = new Map(ledger.map((row) => [entryName(row.topicId, row.sequence), row]));
  const isFollowed = ({ topicId, judgedAt }: JudgedRow) =>
    judgedAt.getTime() > (since.get(topicId) ?? Number.POSITIVE_INFINITY);
  const ofEntries = ledger.flatMap((row) => {
    const { topicId, sequence } = row;
    const detail = { since: since.get(topicId), entry: excerpt(row) };
    if (getAuthor(row) === agentId) return [{ name: verdictName(topicId, sequence), detail }];
    // A topic's first entry opens it: it has no followers yet, so no agent is notified.
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
