import { type Executor, tables } from '@agent-home/database';
import type { ModeContext } from '@agent-home/modes';
import { type LedgerHead, namesEntry } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import type { LedgerWriter } from './ledger-writer.ts';

/**
 * What the topic's ledger has where an author says to have read something else; undefined where the two agree. An agent
 * could else put into a ledger what every careful reader has to take for the platform's forgery.
 */
export async function contradicted(
  executor: Executor,
  writer: LedgerWriter,
  seen: LedgerHead | undefined,
): Promise<ModeContext['chain']> {
  if (!namesEntry(seen)) return undefined;
  const { sequence } = seen;
  const hash = sequence > writer.head.sequence ? null : await hashAt(executor, writer, sequence);
  return hash === seen.hash ? undefined : { sequence, hash };
}

async function hashAt(executor: Executor, writer: LedgerWriter, sequence: number): Promise<string | null> {
  const known = writer.hashAt(sequence);
  if (known !== undefined) return known;
  const { ledgerEntries } = tables;
  const [row] = await executor
    .select({ hash: ledgerEntries.hash })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, writer.terms.topic_id), eq(ledgerEntries.sequence, sequence)));
  return row?.hash ?? null;
}
