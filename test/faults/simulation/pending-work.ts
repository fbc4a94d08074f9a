import { findMode } from '@agent-home/modes';
import { tables } from '@agent-home/platform/database';
import { and, count, isNull, ne, sql } from 'drizzle-orm';
import type { SimulatedHome } from './home/simulated-home.ts';

export const graceMs = 2_000;

/** The sweep checks open keys every second or two. */
const sweepLateSeconds = 8;

/** Returns the pending work of the home, by kind. */
export async function countPendingWork({
  connection: { database },
}: SimulatedHome): Promise<Record<string, number>> {
  const { failures, outbox, tickets, topics } = tables;
  const [owed] = await database.select({ number: count() }).from(outbox);
  const [unseen] = await database
    .select({ number: count() })
    .from(tickets)
    .where(
      sql`${isNull(tickets.closedAt)} and ${tickets.sweepAt} < now() - make_interval(secs => ${sweepLateSeconds})`,
    );
  // An unreadable object stays a dead letter; all other temporary failures have to be resolved by now.
  const [failed] = await database
    .select({ number: count() })
    .from(failures)
    .where(and(isNull(failures.settledAt), ne(failures.kind, 'input'), ne(failures.kind, 'event')));
  const states = await database
    .select({
      mode: topics.mode,
      version: topics.modeVersion,
      state: topics.state,
      summaryDue: topics.summaryDue,
    })
    .from(topics);
  const overdue = states.filter(({ mode, version, state }) => {
    const deadline = findMode(mode, version)?.deadline(JSON.parse(state));
    return deadline !== undefined && Date.parse(deadline) + graceMs < Date.now();
  });
  return {
    'objects to publish': owed?.number ?? 0,
    'keys nobody looked at': unseen?.number ?? 0,
    'windows that are over': overdue.length,
    'work that failed': failed?.number ?? 0,
    'summaries to write': states.filter(({ summaryDue }) => summaryDue).length,
  };
}

/** Ignores the queue's own tables. */
export function violationsIn(log: string): string[] {
  return log
    .split('\n')
    .flatMap((line, index, all) =>
      /ERROR: .*violates .*constraint/.test(line) && !line.includes('bullmq')
        ? [[line, ...all.slice(index + 1, index + 3)].join(' ').slice(0, 400)]
        : [],
    );
}
