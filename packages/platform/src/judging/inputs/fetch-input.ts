import type { ReasonOf, RefusalDetail } from '@agent-home/modes';
import {
  type ListedObject,
  type ObjectInfo,
  ObjectStoreError,
  type ObjectStoreErrorCode,
} from '@agent-home/object-store';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { recordFailure } from '../../foundation/platform/record-failure.ts';
import { isHeldBack } from '../../foundation/resilience/guard-store.ts';
import { requireAnswering } from '../../registry/artifacts/delete-agent-object.ts';

export interface FetchedInput {
  objectKey: string;
  content: { bytes: Uint8Array } | { problem: ReasonOf<'store'>; detail?: RefusalDetail };
  /** Tells one write of a key from the next. */
  fingerprint: string;
  /** When the store says it was written; evidence only where an agent cannot set it. */
  writtenAt: Date | undefined;
}

/** Where its ticket came from and when somebody first spoke of it: what tracing and metrics want to know. */
export type LookedAt = FetchedInput & { toldAt: Date | null; traceparent: string | null };

/** In the order in which they were written, where the store tells; that is the fairest order among them. */
export function inOrderOfWriting<Input extends FetchedInput>(inputs: readonly Input[]): Input[] {
  const moment = ({ writtenAt }: Input) => writtenAt?.getTime() ?? 0;
  return inputs.toSorted((one, other) => moment(one) - moment(other));
}

const problems: Partial<Record<ObjectStoreErrorCode, ReasonOf<'store'>>> = {
  too_large: 'too_large',
  not_plain: 'not_plain',
  put_in_parts: 'put_in_parts',
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
  const first = await readInput(platform, key, maxBytes);
  if (!(first instanceof ObjectStoreError)) return first;
  await requireAnswering(platform, first);
  // What failed during an outage can be read now. A read that timed out is not repeated: an agent can make an object
  // come slowly on purpose, and would take the time twice.
  const again = first.code === 'timeout' ? first : await readInput(platform, key, maxBytes);
  if (!(again instanceof ObjectStoreError)) return again;
  if (again !== first) await requireAnswering(platform, again);
  // To be judged closes the ticket, so nothing is judged unreadable at a key where nothing was written.
  const info = await listed(platform, key);
  if (!info) return undefined;
  await recordFailure(platform, { kind: 'input', subject: key, error: again });
  return refused(key, 'unreadable', info);
}

/**
 * What is there, or why the store did not say. @throws what is not the store's, and where it was not asked or cannot
 * list
 */
async function readInput(
  platform: PublishingPlatform,
  key: string,
  maxBytes: number,
): Promise<FetchedInput | undefined | ObjectStoreError> {
  try {
    const timeoutMs = platform.config.readTimeoutMs;
    const { bytes, info } = await platform.store.get(key, { maxBytes, timeoutMs });
    return {
      objectKey: key,
      content: { bytes },
      fingerprint: writeFingerprint(info),
      writtenAt: info.lastModified,
    };
  } catch (error) {
    // A call that the breaker held back tells nothing about this object.
    if (!(error instanceof ObjectStoreError) || isHeldBack(error)) throw error;
    if (error.code === 'not_found') return undefined;
    const problem = problems[error.code];
    if (!problem) return error;
    // Without a listing there is no fingerprint to tell this write from the next at this key.
    const info = await listed(platform, key);
    return info && refused(key, problem, info, { detail: error.message });
  }
}

/**
 * Described by a listing of the one key. A head follows a symlink with the platform's rights: when its target was
 * written, and whether there is one, would reach the ledger and tell its author of objects it may not read.
 */
export async function listed(
  platform: Pick<PublishingPlatform, 'store'>,
  key: string,
): Promise<ListedObject | undefined> {
  const page = await platform.store.list(key, { limit: 1 });
  return page.objects.find((object) => object.key === key);
}

function refused(
  key: string,
  problem: ReasonOf<'store'>,
  info: ListedObject,
  detail?: RefusalDetail,
): FetchedInput {
  return {
    objectKey: key,
    content: { problem, ...(detail ? { detail } : {}) },
    fingerprint: writeFingerprint(info),
    writtenAt: info.lastModified,
  };
}

export function writeFingerprint(info: Pick<ObjectInfo, 'etag' | 'size' | 'lastModified'>): string {
  return `${info.etag}:${info.size}:${info.lastModified.getTime()}`;
}
