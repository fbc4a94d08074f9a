import { firstOfPack, ledgerPackEntries } from '@agent-home/protocol';
import { asc, eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

/** Entries of a pack. */
interface PackRange {
  sequence: number;
  lastSequence: number;
}

/**
 * Extends the packs of a topic up to this entry, its last one. A shorter pack follows the full ones, and a shorter pack that is no
 * longer the last one grows. Idempotent.
 */
export async function completePacks(
  executor: Executor,
  topicId: string,
  lastSequence: number,
): Promise<void> {
  const { ledgerPacks: packs } = tables;
  const present = await executor
    .select({ sequence: packs.sequence, lastSequence: packs.lastSequence })
    .from(packs)
    .where(eq(packs.topicId, topicId))
    .orderBy(asc(packs.sequence));
  for (const missing of packsMissing(present, lastSequence))
    await executor
      .insert(packs)
      .values({ topicId, ...missing })
      .onConflictDoUpdate({
        target: [packs.topicId, packs.sequence],
        set: { lastSequence: missing.lastSequence, due: true },
      });
}

/** Returns the packs to add or to extend, so that the packs, in order, have every entry up to the last exactly once. */
export function packsMissing(present: readonly PackRange[], lastSequence: number): PackRange[] {
  const missing: PackRange[] = [];
  let before: PackRange | undefined;
  let next = 1;
  for (const pack of [...present, { sequence: lastSequence + 1, lastSequence }]) {
    while (next < pack.sequence) {
      const end = Math.min(pack.sequence - 1, firstOfPack(next) + ledgerPackEntries - 1);
      const grows = before !== undefined && before.sequence >= firstOfPack(next);
      before = { sequence: grows && before ? before.sequence : next, lastSequence: end };
      missing.push(before);
      next = end + 1;
    }
    before = pack;
    next = Math.max(next, pack.lastSequence + 1);
  }
  return missing;
}
