import type { InputProblem } from '@agent-home/modes';
import { type ObjectInfo, ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { objectKey } from '@agent-home/protocol';
import type { PublishingPlatform } from '../platform.ts';

export interface FetchedInput {
  objectKey: string;
  content: { bytes: Uint8Array } | { problem: InputProblem };
  /** Tells one write of a key from the next. */
  fingerprint: string;
  /** When the store says it was written; evidence only where an agent cannot set it. */
  writtenAt: Date | undefined;
}

const problems: Partial<Record<ObjectStoreErrorCode, InputProblem>> = {
  too_large: 'too_large',
  not_plain: 'not_plain',
  content_encoding: 'content_encoding',
};

/**
 * Reads what an agent put at a key it has a ticket for: once, bounded, plain bytes only. `undefined` when nothing
 * is there. An object that cannot be read while the store answers for others is `unreadable`: its author must not
 * hold up the topic. @throws ObjectStoreError when the store itself does not answer
 */
export async function fetchInput(
  platform: PublishingPlatform,
  key: string,
  maxBytes: number,
): Promise<FetchedInput | undefined> {
  try {
    const { bytes, info } = await platform.store.get(key, {
      maxBytes,
      timeoutMs: platform.config.readTimeoutMs,
      plainOnly: true,
    });
    return {
      objectKey: key,
      content: { bytes },
      fingerprint: fingerprintOf(info),
      writtenAt: info.lastModified,
    };
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    if (error.code === 'not_found') return undefined;
    const problem = problems[error.code];
    if (problem) return refused(platform, key, problem);
    await requireAnswering(platform, error);
    return refused(platform, key, 'unreadable');
  }
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
async function requireAnswering(platform: PublishingPlatform, error: ObjectStoreError): Promise<void> {
  try {
    await platform.store.head(objectKey('platform_policy'));
  } catch {
    throw error;
  }
}

export function fingerprintOf(info: Pick<ObjectInfo, 'etag' | 'size' | 'lastModified'>): string {
  return `${info.etag}:${info.size}:${info.lastModified.getTime()}`;
}
