import { type SeenVersion, VerificationError } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';

const maxFloors = 20_000;

/**
 * What the API says is in the bucket now, one version for each object a credential opens. The API and the bucket
 * would have to lie together to show an agent an older copy.
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
 * @param floor as it stood before the object was asked for: one raised since says nothing about that copy
 * @throws VerificationError `rollback` for an older copy, `head_mismatch` for another content of the version named
 */
export function checkFloor(floor: SeenVersion | undefined, found: SeenVersion, objectKey: string): void {
  if (!floor || found.version > floor.version) return;
  if (found.version < floor.version) {
    const message = `is version ${found.version}, the home says it is ${floor.version}`;
    throw new VerificationError('rollback', objectKey, message);
  }
  if (found.sha256 !== floor.sha256) {
    throw new VerificationError('head_mismatch', objectKey, 'is not the content the home says it is');
  }
}
