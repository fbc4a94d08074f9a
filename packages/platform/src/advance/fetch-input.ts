import type { InputProblem } from '@agent-home/modes';
import { type ObjectInfo, ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { objectKey } from '@agent-home/protocol';
import { recordFailure } from '../failures/record-failure.ts';
import type { PublishingPlatform } from '../platform.ts';
import { isHeldBack } from '../resilience/guard-store.ts';

export interface FetchedInput {
  objectKey: string;
  content: { bytes: Uint8Array } | { problem: InputProblem };
  /** Tells one write of a key from the next. */
  fingerprint: string;
  /** When the store says it was written; evidence only where an agent cannot set it. */
  writtenAt: Date | undefined;
}

/** Where its ticket came from and when somebody first spoke of it: what tracing and metrics want to know. */
export type LookedAt = FetchedInput & { toldAt: Date | null; traceparent: string | null };

const problems: Partial<Record<ObjectStoreErrorCode, InputProblem>> = {
  too_large: 'too_large',
  not_plain: 'not_plain',
  content_encoding: 'content_encoding',
};

/**
 * Reads what an agent put at a key it has a ticket for: once, bounded, plain bytes only. `undefined` when nothing
 * is there. An object that cannot be read, twice, while the store answers for others is `unreadable`: its author must
 * not hold up the topic. @throws ObjectStoreError when the store itself does not answer
 */
export async function fetchInput(
  platform: PublishingPlatform,
  key: string,
  maxBytes: number,
): Promise<FetchedInput | undefined> {
  try {
    return await read(platform, key, maxBytes);
  } catch (error) {
    const first = settled(error);
    if (first === 'nothing') return undefined;
    if (first) return refused(platform, key, first);
    // A store that was not asked has said nothing of this object.
    if (isHeldBack(error)) throw error;
    await requireAnswering(platform, error);
  }
  // The store is there now; it may not have been a moment ago, and an honest object must not pay for that.
  try {
    return await read(platform, key, maxBytes);
  } catch (error) {
    const second = settled(error);
    if (second === 'nothing') return undefined;
    if (second) return refused(platform, key, second);
    if (isHeldBack(error)) throw error;
    await requireAnswering(platform, error);
    await recordFailure(platform, { kind: 'input', subject: key, error });
    return refused(platform, key, 'unreadable');
  }
}

async function read(platform: PublishingPlatform, key: string, maxBytes: number): Promise<FetchedInput> {
  const timeoutMs = platform.config.readTimeoutMs;
  const { bytes, info } = await platform.store.get(key, { maxBytes, timeoutMs, plainOnly: true });
  return {
    objectKey: key,
    content: { bytes },
    fingerprint: fingerprintOf(info),
    writtenAt: info.lastModified,
  };
}

/** What a failed read says of the object itself; undefined where it may be the store. @throws what is neither */
function settled(error: unknown): InputProblem | 'nothing' | undefined {
  if (!(error instanceof ObjectStoreError)) throw error;
  return error.code === 'not_found' ? 'nothing' : problems[error.code];
}

/**
 * Described by a listing of the one key. A head follows a symlink with the platform's rights: when its target was
 * written, and whether there is one, would reach the ledger and tell its author of objects it may not read.
 */
async function refused(
  platform: PublishingPlatform,
  key: string,
  problem: InputProblem,
): Promise<FetchedInput> {
  const page = await platform.store.list(key, { limit: 1 }).catch(() => undefined);
  const info = page?.objects.find((object) => object.key === key);
  return {
    objectKey: key,
    content: { problem },
    fingerprint: info ? fingerprintOf(info) : problem,
    writtenAt: info?.lastModified,
  };
}

/** Tells one bad object from a store that is down. */
async function requireAnswering(platform: PublishingPlatform, error: unknown): Promise<void> {
  try {
    await platform.store.head(objectKey('platform_policy'));
  } catch {
    throw error;
  }
}

function fingerprintOf(info: Pick<ObjectInfo, 'etag' | 'size' | 'lastModified'>): string {
  return `${info.etag}:${info.size}:${info.lastModified.getTime()}`;
}
