import type { Journal } from '../journal/journal.ts';
import type { Finding } from './evidence.ts';
import { check } from './feed-names.ts';

/** Requires unconsumed events to be delivered again: agents read to the end and consume everything there. */
export function notRedelivered({ reads, acknowledgements }: Journal, agentId: string): Finding[] {
  const own = acknowledgements.filter((one) => one.agentId === agentId);
  const consumed = new Set(own.flatMap(({ eventIds }) => eventIds));
  const told = reads.filter((read) => read.agentId === agentId).flatMap(({ events }) => events);
  const lost = new Map(
    told.filter(({ event_id: id }) => !consumed.has(id)).map((event) => [event.event_id, event]),
  );
  const problem = 'was not told again of what it had not consumed';
  return [...lost.values()].map((event) => ({ check, subject: agentId, problem, detail: { event } }));
}

export function redelivered(journal: Journal, agentId: string): Finding[] {
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
