import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { requireOwner } from '../tokens/require-owner.ts';
import type { TopicDefinition } from './topic-policy.ts';

/**
 * Checks that the circle or owner of an audience exists, since the topic would have no readers otherwise.
 * @throws PlatformError
 */
export async function requireAudience(
  executor: Executor,
  { visibility, circleId, ownerId }: Pick<TopicDefinition, 'visibility' | 'circleId' | 'ownerId'>,
): Promise<void> {
  if (circleId !== null) {
    const { circles } = tables;
    const rows = await executor
      .select({ id: circles.circleId })
      .from(circles)
      .where(eq(circles.circleId, circleId));
    if (rows.length === 0)
      throw new PlatformError('invalid_input', `circle ${circleId} does not exist; check the id`, {
        path: 'circle_id',
      });
  }
  if (visibility === 'owner-only') await requireOwner(executor, ownerId);
}
