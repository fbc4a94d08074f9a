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
  /** Distinguishes successive writes of a key. */
  fingerprint: string;
  /** Time of the write according to the store; evidence only if an agent cannot set it. */
  writtenAt: Date | undefined;
}

/** Trace context of its ticket and time of its first notification, for tracing and metrics. */
export type LookedAt = FetchedInput & { toldAt: Date | null; traceparent: string | null };

/** Sorts by time of writing if the store knows it, which is the fairest order. */
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
 * Reads an agent's object at a key with a ticket: once, with limits, plain bytes only. Returns `undefined` if there is no object.
 * An object that twice cannot be read, while the store responds for others, is `unreadable`: its author must not delay the topic.
 * @throws ObjectStoreError if the store itself does not respond
 */
export async function fetchInput(
  platform: PublishingPlatform,
  key: string,
  maxBytes: number,
): Promise<FetchedInput | undefined> {
  const first = await readInput(platform, key, maxBytes);
  if (!(first instanceof ObjectStoreError)) return first;
  await requireAnswering(platform, first);
  // Repeats a read that failed during an outage. A timeout is not repeated: an agent can slow down an object on purpose, and would
  // use the time twice.
  const again = first.code === 'timeout' ? first : await readInput(platform, key, maxBytes);
  if (!(again instanceof ObjectStoreError)) return again;
  if (again !== first) await requireAnswering(platform, again);
  // Judging closes the ticket, so a key without an object is never judged as unreadable.
  const info = await listed(platform, key);
  if (!info) return undefined;
  await recordFailure(platform, { kind: 'input', subject: key, error: again });
  return refused(key, 'unreadable', info);
}

/**
 * Returns the object, or the store's reason for failing. @throws other errors, and errors of a store that was
 * not called or cannot list
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
    // A call rejected by the breaker says nothing about this object.
    if (!(error instanceof ObjectStoreError) || isHeldBack(error)) throw error;
    if (error.code === 'not_found') return undefined;
    const problem = problems[error.code];
    if (!problem) return error;
    // Without a listing there is no fingerprint that distinguishes this write from the next one.
    const info = await listed(platform, key);
    return info && refused(key, problem, info, { detail: error.message });
  }
}

/**
 * Describes an object by listing its one key. A head request follows a symlink with the platform's rights: the
 * time and existence of its target would reach the ledger and disclose objects that the author may not read.
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
