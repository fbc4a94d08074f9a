import { cleanText } from '@agent-home/protocol';
import { and, eq, ne, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { nameSkeleton } from '../names/name-skeleton.ts';
import { readStoredDraft } from './stored-draft.ts';

/**
 * Requires, until the transaction ends, that no other agent has a name that looks like this one and is spelled differently. The
 * same name twice is not deceptive, because the ids differ.
 * @throws PlatformError `name_taken`
 */
export async function requireDistinctName(
  executor: Executor,
  { agentId, name }: { agentId: string; name: string },
): Promise<void> {
  const { agents } = tables;
  const skeleton = nameSkeleton(name);
  await executor.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`agent name ${skeleton}`}, 0))`);
  const alike = await executor
    .select({ cardDraft: agents.cardDraft })
    .from(agents)
    .where(
      and(eq(agents.nameSkeleton, skeleton), ne(agents.agentId, agentId), ne(agents.standing, 'withdrawn')),
    )
    .limit(20);
  if (alike.some(({ cardDraft }) => cleanText(readStoredDraft(cardDraft).name) !== cleanText(name)))
    throw new PlatformError('name_taken', 'the name looks like that of another agent; use another name', {
      path: 'card.name',
    });
}
