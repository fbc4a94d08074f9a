import { and, eq, isNotNull } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { forgetLines } from '../../publication/lines/forget-lines.ts';

/** Marks entries for erasure of their bodies: one entry of a topic, or all of one agent there. */
export async function orderErasure(
  executor: Executor,
  topicId: string,
  which: { sequence: number } | { agentId: string },
): Promise<number> {
  const { ledgerEntries } = tables;
  const one = 'sequence' in which ? eq(ledgerEntries.sequence, which.sequence) : undefined;
  const author = 'agentId' in which ? eq(ledgerEntries.agentId, which.agentId) : undefined;
  const ordered = await executor
    .update(ledgerEntries)
    .set({ bodyText: null, eraseDue: true })
    // Inputs of the platform itself keep their bodies, since no replay could do without them.
    .where(
      and(
        eq(ledgerEntries.topicId, topicId),
        isNotNull(ledgerEntries.agentId),
        isNotNull(ledgerEntries.bodyText),
        one,
        author,
      ),
    )
    .returning({ sequence: ledgerEntries.sequence });
  await forgetLines(
    executor,
    topicId,
    ordered.map((row) => row.sequence),
  );
  return ordered.length;
}
