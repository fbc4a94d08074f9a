import type { PublishingPlatform } from '@agent-home/platform';

/** Returns the platform of a process that dies after the given number of calls of its store and database. */
export function dyingAfter(platform: PublishingPlatform, calls: number) {
  let left = calls;
  const mortal = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(object, name, receiver) {
        const value: unknown = Reflect.get(object, name, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return (value as (...given: unknown[]) => unknown).apply(object, given);
        };
      },
    });
  const dying = { ...platform, store: mortal(platform.store), database: mortal(platform.database) };
  return { platform: dying, isDead: () => left < 0 };
}
