import { audienceScope, onlineAgents, type Platform, seesObject, type Viewer } from '@agent-home/platform';
import { LRUCache } from 'lru-cache';
import type { Published, PublishedSignal } from './published-signal.ts';

export interface Listener {
  viewer: Viewer;
  /** Writes one event. */
  send(event: 'hello' | 'published' | 'presence', data: object): void;
}

export interface StreamHub {
  add(listener: Listener): void;
  remove(listener: Listener): void;
}

const decisionsMs = 1_000;
const presenceMs = 300;
/** With so many notifications waiting to be told, everything may be old. */
const maxWaiting = 5_000;

/**
 * Tells listeners what has come into the bucket, each of them only what it may see at that moment: asked once for all
 * listeners that see the same, and again after a second or when an audience changes.
 */
export function openStreamHub(
  { database, now, log }: Pick<Platform, 'database' | 'now' | 'log'>,
  signal: PublishedSignal,
): StreamHub {
  const listeners = new Set<Listener>();
  const decisions = new LRUCache<string, Promise<boolean>>({ max: 20_000, ttl: decisionsMs });
  let telling = Promise.resolve();
  let waiting = 0;
  let presence: NodeJS.Timeout | undefined;
  let onlineBefore: string | undefined;

  signal.subscribe(hear, sayHello);
  return {
    add: (listener) => listeners.add(listener),
    remove: (listener) => listeners.delete(listener),
  };

  function hear(published: Published): void {
    if (published.audiences.length > 0) decisions.clear();
    if (listeners.size === 0) return;
    if (waiting >= maxWaiting) {
      sayHello();
      return;
    }
    waiting += 1;
    // One after the other, so that nobody hears of a version before an older one.
    telling = telling
      .then(() => tell(published))
      .finally(() => {
        waiting -= 1;
      });
  }

  async function tell({ objects }: Published): Promise<void> {
    try {
      for (const object of objects) {
        if (object.object_key.startsWith('agents/presence/')) {
          if (presence === undefined) presence = setTimeout(() => void tellPresence(), presenceMs).unref();
          continue;
        }
        const viewers = new Map([...listeners].map(({ viewer }) => [nameOf(viewer), viewer]));
        const seeing = await Promise.all(
          [...viewers].map(async ([name, viewer]) => ((await sees(viewer, object.object_key)) ? name : '')),
        );
        for (const listener of listeners)
          if (seeing.includes(nameOf(listener.viewer))) listener.send('published', object);
      }
    } catch (error) {
      log.warn({ err: error }, 'who may hear of a publication could not be told');
      sayHello();
    }
  }

  function sees(viewer: Viewer, objectKey: string): Promise<boolean> {
    const name = `${nameOf(viewer)} ${audienceScope(objectKey)}`;
    const known = decisions.get(name);
    if (known) return known;
    const asked = seesObject(database, viewer, objectKey);
    decisions.set(name, asked);
    asked.catch(() => decisions.delete(name));
    return asked;
  }

  /** Presence is published anew all the time: worth a word where it says something else. */
  async function tellPresence(): Promise<void> {
    presence = undefined;
    const online = await onlineAgents(database, now()).catch(() => undefined);
    if (!online) return;
    const names = [...online.keys()].toSorted().join(' ');
    if (names !== onlineBefore) for (const listener of listeners) listener.send('presence', {});
    onlineBefore = names;
  }

  /** What was published meanwhile was perhaps not heard of. */
  function sayHello(): void {
    decisions.clear();
    for (const listener of listeners) listener.send('hello', {});
  }
}

function nameOf(viewer: Viewer): string {
  return viewer.role === 'owner' ? `owner ${viewer.ownerId}` : viewer.role;
}
