import { objectKey } from '@agent-home/protocol';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isHeldBack } from '../../foundation/resilience/guard-store.ts';
import { isStoreOutage } from '../../foundation/resilience/is-outage.ts';

const timeoutMs = 3_000;

/** An object that cannot be deleted at the moment, while the store answers for others. */
export class ObjectHeldError extends Error {
  override readonly name = 'ObjectHeldError';
  readonly code = 'object_held';

  constructor(cause: unknown) {
    super('the object cannot be deleted now; somebody may be writing it', { cause });
  }
}

/**
 * Deletes what an agent may have put, by the exact key it was listed under. Whoever lets bytes drip into a key holds
 * its lock on MinIO, and a delete of it waits: that is this object's failure and not the store's, so that it stops
 * nothing else (openspec: resilience).
 * @throws ObjectHeldError, and what the store throws where it answers for nobody
 */
export async function deleteAgentObject(platform: PublishingPlatform, key: string): Promise<void> {
  try {
    await platform.store.deleteListed(key, { timeoutMs });
  } catch (error) {
    if (!isStoreOutage(error) || isHeldBack(error)) throw error;
    await requireAnswering(platform, error);
    throw new ObjectHeldError(error);
  }
}

/** Tells one bad object from a store that is down. @throws `error` where the store does not answer at all */
export async function requireAnswering(platform: PublishingPlatform, error: unknown): Promise<void> {
  try {
    await platform.store.head(objectKey('platform_policy'));
  } catch {
    throw error;
  }
}

/** Each by itself: one that fails keeps none of the others. Answers those that failed, with why. */
export async function deleteAgentObjects(
  platform: PublishingPlatform,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  const outcomes = await Promise.allSettled(keys.map((key) => deleteAgentObject(platform, key)));
  return new Map(
    outcomes.flatMap((outcome, index) => {
      const key = keys[index];
      return outcome.status === 'rejected' && key !== undefined ? [[key, outcome.reason] as const] : [];
    }),
  );
}
