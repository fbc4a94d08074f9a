import type { tables } from '@agent-home/database';
import type { ObjectStore } from '@agent-home/object-store';
import { sha256Hex } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';

/** What is larger is left to whoever downloads it: several are read at once. */
const maxHashedBytes = 2 * 1024 * 1024;

type ArtifactRow = Pick<typeof tables.taskArtifacts.$inferSelect, 'objectKey' | 'modifiedAt' | 'size'>;

/** Answers the hash of what an artifact is; undefined where it is too large to be read for this, or gone. */
export type HashArtifact = (row: ArtifactRow) => Promise<string | undefined>;

/** Reads every version of an artifact once, as long as it is remembered. */
export function openArtifactHasher(store: Pick<ObjectStore, 'get'>): HashArtifact {
  const known = new LRUCache<string, string>({ max: 10_000 });
  return async ({ objectKey, modifiedAt, size }) => {
    if (size > maxHashedBytes) return undefined;
    const name = `${objectKey} ${modifiedAt.getTime()} ${size}`;
    const hash = known.get(name) ?? (await hashOf(store, objectKey));
    if (hash !== undefined) known.set(name, hash);
    return hash;
  };
}

async function hashOf(store: Pick<ObjectStore, 'get'>, key: string): Promise<string | undefined> {
  const read = store.get(key, { maxBytes: maxHashedBytes, timeoutMs: 5_000 });
  const got = await read.catch(() => undefined);
  return got && sha256Hex(got.bytes);
}
