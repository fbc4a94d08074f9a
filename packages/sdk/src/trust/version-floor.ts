import { type SeenVersion, VerificationError } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';

const maxFloors = 20_000;

/**
 * Current versions of objects according to the API, for the objects that credentials open. An older copy stays unnoticed only if
 * both the API and the bucket lie.
 */
export class VersionFloor {
  readonly #floors = new LRUCache<string, SeenVersion>({ max: maxFloors });

  raise(heads: Record<string, SeenVersion>): void {
    for (const [key, { version, sha256 }] of Object.entries(heads)) {
      if ((this.#floors.get(key)?.version ?? 0) < version) this.#floors.set(key, { version, sha256 });
    }
  }

  at(objectKey: string): SeenVersion | undefined {
    return this.#floors.get(objectKey);
  }
}

/**
 * @param floor floor before the object was requested, because a later one does not apply to that copy
 * @throws VerificationError `rollback` for an older copy, `head_mismatch` for other content of the named version
 */
export function checkFloor(floor: SeenVersion | undefined, found: SeenVersion, objectKey: string): void {
  if (!floor || found.version > floor.version) return;
  if (found.version < floor.version) {
    const message = `is version ${found.version}, but the home names version ${floor.version}`;
    throw new VerificationError('rollback', objectKey, message);
  }
  if (found.sha256 !== floor.sha256) {
    throw new VerificationError('head_mismatch', objectKey, 'differs from the content that the home names');
  }
}
