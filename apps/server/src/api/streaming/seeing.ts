import { audienceScope, type Platform, seesObject, type Viewer } from '@agent-home/platform';
import { LRUCache } from 'lru-cache';

const decisionsMs = 1_000;

/** Decides which viewers may see an object, with at most one query a second for all viewers with the same rights. */
export class Seeing {
  readonly #database: Platform['database'];
  readonly #decisions = new LRUCache<string, Promise<boolean>>({ max: 20_000, ttl: decisionsMs });

  constructor(database: Platform['database']) {
    this.#database = database;
  }

  /** Returns the names of the viewers who may see an object at this moment. */
  async of(viewers: Iterable<Viewer>, objectKey: string): Promise<ReadonlySet<string>> {
    const named = new Map([...viewers].map((viewer) => [getName(viewer), viewer]));
    const seeing = await Promise.all(
      [...named].map(async ([name, viewer]) => ((await this.#sees(viewer, objectKey)) ? [name] : [])),
    );
    return new Set(seeing.flat());
  }

  /** Drops all decisions, because an audience has changed or a change may have been missed. */
  forget(): void {
    this.#decisions.clear();
  }

  #sees(viewer: Viewer, objectKey: string): Promise<boolean> {
    const name = `${getName(viewer)} ${audienceScope(objectKey)}`;
    const known = this.#decisions.get(name);
    if (known) return known;
    const asked = seesObject(this.#database, viewer, objectKey);
    this.#decisions.set(name, asked);
    asked.catch(() => this.#decisions.delete(name));
    return asked;
  }
}

/** Returns the same name for all viewers with the same rights. */
export function getName(viewer: Viewer): string {
  return viewer.role === 'owner' ? `owner ${viewer.ownerId}` : viewer.role;
}
