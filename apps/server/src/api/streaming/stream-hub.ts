import type { Platform } from '@agent-home/platform';
import { isReachable } from '@agent-home/platform/database';
import type { Published, PublishedSignal } from '../signals/channel-signal.ts';
import { watchDatabase } from './database-watch.ts';
import type { Listener } from './listener.ts';
import { PresenceChanges } from './presence.ts';
import { getName, Seeing } from './seeing.ts';

export interface StreamHub {
  add(listener: Listener): void;
  remove(listener: Listener): void;
}

/** Limit of pending notifications; beyond it, clients must reload everything. */
const maxWaiting = 5_000;

/**
 * Reports published objects to listeners, to each only what it may see at that moment: decided once for all
 * listeners with the same rights, and again after a second or a change of an audience.
 */
export function createStreamHub(
  platform: Pick<Platform, 'database' | 'now' | 'log'>,
  signal: PublishedSignal,
): StreamHub {
  const listeners = new Set<Listener>();
  const seeing = new Seeing(platform.database);
  const presence = new PresenceChanges(platform, () => {
    for (const listener of listeners) listener.send('presence', {});
  });
  let telling = Promise.resolve();
  let waiting = 0;

  const watch = watchDatabase(() => isReachable(platform.database), {
    lost: () => {
      for (const listener of listeners) listener.send('away', {});
    },
    back: sayHello,
  });

  signal.subscribe(hear, sayHello);
  return {
    add: (listener) => {
      listeners.add(listener);
      watch.start();
    },
    remove: (listener) => {
      listeners.delete(listener);
      if (listeners.size === 0) watch.stop();
    },
  };

  function hear(published: Published): void {
    if (published.audiences.length > 0) seeing.forget();
    if (listeners.size === 0) return;
    if (waiting >= maxWaiting) {
      sayHello();
      return;
    }
    waiting += 1;
    // Sequential, so that a version is never reported before an older one.
    telling = telling
      .then(() => tell(published))
      .catch((error) => {
        platform.log.warn({ err: error }, 'who may hear of a publication could not be told');
        sayHello();
      })
      .finally(() => {
        waiting -= 1;
      });
  }

  async function tell({ objects }: Published): Promise<void> {
    for (const object of objects) {
      if (object.object_key.startsWith('agents/presence/')) {
        presence.published();
        continue;
      }
      const viewers = [...listeners].map(({ viewer }) => viewer);
      const names = await seeing.of(viewers, object.object_key);
      for (const listener of listeners)
        if (names.has(getName(listener.viewer))) listener.send('published', object);
    }
  }

  /** Sends `hello`, because publications may have been missed meanwhile. */
  function sayHello(): void {
    seeing.forget();
    for (const listener of listeners) listener.send('hello', {});
  }
}
