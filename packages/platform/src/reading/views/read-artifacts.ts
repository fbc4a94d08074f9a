import { type GetOptions, type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { parseStrictJson, sha256Hex, type TaskAgentIndex, taskAgentIndexSchema } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import type { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Larger objects get no hash in lists; a reader that downloads one can compute it. */
const maxHashedBytes = 2 * 1024 * 1024;
const maxIndexBytes = 64 * 1024;
const maxArtifactBytes = 10 * 1024 * 1024;

/** An object of a task's folder as it was found at the last count. */
type FoundArtifact = Pick<typeof tables.taskArtifacts.$inferSelect, 'objectKey' | 'etag' | 'size'>;

export interface ArtifactReader {
  /**
   * Returns the bytes of exactly the found object.
   * @throws PlatformError `artifact_changed`, ObjectStoreError `too_large`, or an error if the store does not respond
   */
  read(found: FoundArtifact): Promise<Uint8Array>;
  /** Returns its hash, computed once; undefined if it is too large or has changed since it was found. */
  hash(found: FoundArtifact): Promise<string | undefined>;
  /** Content of the author's index about its latest work; undefined if it is invalid. */
  index(found: FoundArtifact): Promise<TaskAgentIndex | undefined>;
}

/**
 * Reads agents' objects in task folders with the platform's rights, for users who may see the task. An agent that may still write
 * can replace its work at any moment, even by a link to an object that neither it nor the reader may see. An object is therefore
 * read only if it is as counted, checked on the response that contains its bytes (openspec: tasks).
 */
export function createArtifactReader(store: Pick<ObjectStore, 'get' | 'getUploaded'>): ArtifactReader {
  const hashes = new LRUCache<string, string>({ max: 10_000 });
  const indexes = new LRUCache<string, { index: TaskAgentIndex | undefined }>({ max: 2_000 });
  const remembered = (found: FoundArtifact) => `${found.objectKey} ${found.etag} ${found.size}`;
  const limits = (found: FoundArtifact, maxBytes: number, timeoutMs: number): GetOptions => ({
    maxBytes,
    timeoutMs,
    expected: { size: found.size, etag: found.etag },
  });

  /**
   * Returns the hash, cached by tag. Bytes with another hash under the same tag are refused, even if the store
   * vouches for them.
   */
  function computeHash(found: FoundArtifact, bytes: Uint8Array): string {
    const hash = sha256Hex(bytes);
    const before = hashes.get(remembered(found));
    if (before !== undefined && before !== hash) throw changed();
    hashes.set(remembered(found), hash);
    return hash;
  }

  return {
    async read(found) {
      if (found.size > maxArtifactBytes)
        throw new ObjectStoreError(
          'too_large',
          `the artifact is larger than ${maxArtifactBytes} bytes; read it from the bucket`,
        );
      try {
        const { bytes } = await store.getUploaded(found.objectKey, limits(found, maxArtifactBytes, 20_000));
        computeHash(found, bytes);
        return bytes;
      } catch (error) {
        throw isAnother(error) ? changed() : error;
      }
    },
    async hash(found) {
      const known = hashes.get(remembered(found));
      if (known !== undefined || found.size > maxHashedBytes) return known;
      const read = store.getUploaded(found.objectKey, limits(found, maxHashedBytes, 5_000));
      return read.then(
        ({ bytes }) => computeHash(found, bytes),
        () => undefined,
      );
    },
    async index(found) {
      const known = indexes.get(remembered(found));
      if (known) return known.index;
      if (found.size > maxIndexBytes) return undefined;
      const got = await store
        .get(found.objectKey, limits(found, maxIndexBytes, 3_000))
        .catch(() => undefined);
      if (!got) return undefined;
      const index = parseIndex(got.bytes);
      indexes.set(remembered(found), { index });
      return index;
    },
  };
}

function isAnother(error: unknown): boolean {
  const codes = [
    'changed',
    'not_found',
    'not_plain',
    'put_in_parts',
    'content_encoding',
    'too_large',
    'invalid_request',
  ];
  return error instanceof ObjectStoreError && codes.includes(error.code);
}

function changed(): PlatformError {
  return new PlatformError('artifact_changed', 'the artifact changed after it was handed in; retry later');
}

function parseIndex(bytes: Uint8Array): TaskAgentIndex | undefined {
  try {
    return taskAgentIndexSchema.safeParse(parseStrictJson(bytes, { maxBytes: maxIndexBytes })).data;
  } catch {
    return undefined;
  }
}
