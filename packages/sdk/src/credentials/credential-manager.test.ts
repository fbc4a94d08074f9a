import { describe, expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import { asked, createManager, registry, topic } from '../testing/credential-manager-support.ts';
import { problem } from '../testing/small-api.ts';
import { until } from '../testing/until.ts';

/** Returns true if a second request was sent. */
async function renews(api: { received: unknown[] }): Promise<boolean> {
  for (let looks = 0; looks < 10 && api.received.length < 2; looks++)
    await new Promise((resolve) => setTimeout(resolve, 1));
  return api.received.length >= 2;
}

describe('read credentials', () => {
  test('many who need the same at once are one request, for an hour', async () => {
    const { manager, api } = await createManager();
    const all = await Promise.all(Array.from({ length: 20 }, () => manager.reading(registry, topic('t1'))));
    expect(new Set(all.map(([access]) => access)).size).toBe(1);
    expect(api.received.map(asked)).toEqual([{ grants: [registry, topic('t1')], duration_seconds: 3600 }]);
  });

  test('requests only missing credentials', async () => {
    const { manager, api } = await createManager();
    await manager.reading(registry);
    await manager.reading(registry, topic('t1'), topic('t2'));
    expect(api.received.map((one) => asked(one).grants)).toEqual([[registry], [topic('t1'), topic('t2')]]);
  });

  test('renews used credentials after two thirds without waiting', async () => {
    const { manager, api, clock } = await createManager();
    const [first] = await manager.reading(registry);
    clock.now += 2399_000;
    expect((await manager.reading(registry))[0]).toBe(first);
    expect(api.received).toHaveLength(1);
    clock.now += 602_000;
    expect((await manager.reading(registry))[0]).toBe(first);
    await until(async () => (await manager.reading(registry))[0] !== first).toBe(true);
    expect(api.received).toHaveLength(2);
  });

  test('agents that requested together do not renew together', async () => {
    const managers = await Promise.all(Array.from({ length: 8 }, () => createManager()));
    for (const { manager } of managers) await manager.reading(registry);
    const renewing = managers.map(async ({ manager, api, clock }) => {
      for (let minute = 0; minute <= 51; minute++) {
        clock.now = start + minute * 60_000;
        await manager.reading(registry);
        if (minute < 40) expect(api.received).toHaveLength(1);
        else if (await renews(api)) return minute;
      }
      throw new Error('was not renewed at all');
    });
    expect(new Set(await Promise.all(renewing)).size).toBeGreaterThan(2);
  });

  test('lets unused credentials expire and requests them again', async () => {
    const { manager, api, clock } = await createManager();
    const [first] = await manager.reading(registry);
    clock.now += 3_550_000;
    expect((await manager.reading(registry))[0]).not.toBe(first);
    expect(api.received).toHaveLength(2);
  });

  test('a renewal that fails is not tried with every use', async () => {
    let fail = false;
    const { manager, api, clock } = await createManager(() =>
      fail ? problem(500, 'internal_error') : undefined,
    );
    const [first] = await manager.reading(registry);
    fail = true;
    clock.now += 3_001_000;
    for (let use = 0; use < 50; use++) expect((await manager.reading(registry))[0]).toBe(first);
    await until(() => api.received.length).toBe(2);
    for (let use = 0; use < 50; use++) expect((await manager.reading(registry))[0]).toBe(first);
    expect(api.received).toHaveLength(2);
  });
});
