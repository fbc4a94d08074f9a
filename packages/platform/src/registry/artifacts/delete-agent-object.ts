import { objectKey } from '@agent-home/protocol';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isHeldBack } from '../../foundation/resilience/guard-store.ts';
import { isStoreOutage } from '../../foundation/resilience/is-outage.ts';

const timeoutMs = 3_000;

/** Thrown if one object cannot be deleted at the moment, although the store responds. */
class ObjectHeldError extends Error {
  override readonly name = 'ObjectHeldError';
  readonly code = 'object_held';

  constructor(cause: unknown) {
    super('the object cannot be deleted now; somebody may be writing it', { cause });
  }
}

/**
 * Deletes an object that an agent may have put, by the exact key of the listing. An agent that uploads very slowly holds the key's
 * lock on MinIO, and deleting it times out. That counts as a failure of this object and not of the store, so that other work
 * continues (openspec: resilience).
 * @throws ObjectHeldError, and errors of a store that does not respond at all
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

/** Checks that the store responds at all. @throws `error` if it does not: the failure is then not the object's */
export async function requireAnswering(platform: PublishingPlatform, error: unknown): Promise<void> {
  try {
    await platform.store.head(objectKey('platform_policy'));
  } catch {
    throw error;
  }
}

/** Deletes objects one by one, so that a failure does not stop the others. Returns the failures by key. */
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
