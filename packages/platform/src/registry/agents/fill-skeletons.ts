import { and, eq, isNull, ne } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { nameSkeleton } from '../names/name-skeleton.ts';
import { readStoredDraft } from './stored-draft.ts';

const rowsAtOnce = 200;

/** Computes the skeletons of names that were stored before the column existed, some at a time. */
export async function fillSkeletons({ database }: Platform): Promise<void> {
  const { agents } = tables;
  const isMissing = and(isNull(agents.nameSkeleton), ne(agents.standing, 'withdrawn'));
  const rows = await database
    .select({ agentId: agents.agentId, cardDraft: agents.cardDraft })
    .from(agents)
    .where(isMissing)
    .limit(rowsAtOnce);
  for (const { agentId, cardDraft } of rows)
    await database
      .update(agents)
      .set({ nameSkeleton: nameSkeleton(readStoredDraft(cardDraft).name) })
      .where(and(eq(agents.agentId, agentId), eq(agents.cardDraft, cardDraft)));
}
