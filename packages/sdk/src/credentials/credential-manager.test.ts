import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { ApiClient } from '../api/api-client.ts';
import type { Grant } from '../shared/grant.ts';
import { start } from '../testing/certified-home.ts';
import { MapStore } from '../testing/map-store.ts';
import { problem, type Received, type Reply, startSmallApi } from '../testing/small-api.ts';
import { credentialAnswer } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';
import { VersionFloor } from '../trust/version-floor.ts';
import { partFor } from './access.ts';
import { CredentialManager } from './credential-manager.ts';

const registry = { type: 'registry_read' } as const;
const topic = (id: string) => ({ type: 'topic_read', topic_id: id }) as const;
const asked = (received: Received) =>
  JSON.parse(received.body) as { grants: Grant[]; duration_seconds?: number };

async function managerOf(answer?: (received: Received) => Reply | undefined, lifeSeconds = 3600) {
  const clock = { now: start };
  const api = await startSmallApi(
    (received) =>
      answer?.(received) ?? { body: credentialAnswer(asked(received).grants, clock.now, {}, lifeSeconds) },
  );
  const surroundings = {
    now: () => clock.now,
    randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
  };
  const signer = signerOf(new Uint8Array(32).fill(5));
  const floor = new VersionFloor();
  const manager = new CredentialManager({
    api: new ApiClient(api.url, signer, surroundings, new AbortController().signal),
    floor,
    open: () => new MapStore().asObjectStore(),
    surroundings,
    log: () => {},
  });
  return { manager, api, clock, floor };
}

/** Whether a second request is on its way or there. */
async function renews(api: { received: unknown[] }): Promise<boolean> {
  for (let looks = 0; looks < 10 && api.received.length < 2; looks++)
    await new Promise((resolve) => setTimeout(resolve, 1));
  return api.received.length >= 2;
}

describe('read credentials', () => {
  test('many who need the same at once are one request, for an hour', async () => {
    const { manager, api } = await managerOf();
    const all = await Promise.all(Array.from({ length: 20 }, () => manager.reading(registry, topic('t1'))));
    expect(new Set(all.map(([access]) => access)).size).toBe(1);
    expect(api.received.map(asked)).toEqual([{ grants: [registry, topic('t1')], duration_seconds: 3600 }]);
  });

  test('only what is missing is asked for', async () => {
    const { manager, api } = await managerOf();
    await manager.reading(registry);
    await manager.reading(registry, topic('t1'), topic('t2'));
    expect(api.received.map((one) => asked(one).grants)).toEqual([[registry], [topic('t1'), topic('t2')]]);
  });

  test('in use after two thirds of their life they are renewed without making anybody wait', async () => {
    const { manager, api, clock } = await managerOf();
    const [first] = await manager.reading(registry);
    clock.now += 2399_000;
    expect((await manager.reading(registry))[0]).toBe(first);
    expect(api.received).toHaveLength(1);
    clock.now += 602_000;
    expect((await manager.reading(registry))[0]).toBe(first);
    await until(async () => (await manager.reading(registry))[0] !== first).toBe(true);
    expect(api.received).toHaveLength(2);
  });

  test('agents that asked together do not renew together', async () => {
    const managers = await Promise.all(Array.from({ length: 8 }, () => managerOf()));
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

  test('out of use they are left to expire, and asked for anew when needed', async () => {
    const { manager, api, clock } = await managerOf();
    const [first] = await manager.reading(registry);
    clock.now += 3_550_000;
    expect((await manager.reading(registry))[0]).not.toBe(first);
    expect(api.received).toHaveLength(2);
  });

  test('a renewal that fails is not tried with every use', async () => {
    let fail = false;
    const { manager, api, clock } = await managerOf(() =>
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

  test('a renewal that is denied takes the access away', async () => {
    let denied = false;
    const { manager, clock } = await managerOf((received) => {
      const { grants } = asked(received);
      return denied ? { body: denialOf(grants, 'suspended') } : undefined;
    });
    await manager.reading(registry);
    denied = true;
    clock.now += 3_001_000;
    await manager.reading(registry);
    await until(() =>
      manager.reading(registry).then(
        () => 'granted',
        (error: { code: string }) => error.code,
      ),
    ).toBe('suspended');
  });

  test('a home with a lower limit is asked again without a wish', async () => {
    const { manager, api } = await managerOf((received) =>
      asked(received).duration_seconds === undefined ? undefined : problem(422, 'duration_out_of_range'),
    );
    await manager.reading(registry);
    await manager.reading(topic('t1'));
    expect(api.received.map((one) => asked(one).duration_seconds)).toEqual([3600, undefined, undefined]);
  });

  test('one denied grant does not take the others with it', async () => {
    const { manager } = await managerOf((received) => {
      const { grants } = asked(received);
      const granted = grants.filter((grant) => grant.type === 'registry_read');
      const refused = grants.filter((grant) => grant.type !== 'registry_read');
      const { denied } = denialOf(refused, 'not_found');
      return { body: { ...credentialAnswer(granted, start), denied } };
    });
    await expect(manager.reading(registry, topic('t1'))).rejects.toMatchObject({
      name: 'AccessDeniedError',
      code: 'not_found',
      grant: topic('t1'),
    });
    expect(await manager.reading(registry)).toHaveLength(1);
  });

  test('an answer that neither grants nor denies is no access', async () => {
    const { manager } = await managerOf(() => ({ body: credentialAnswer([], start) }));
    await expect(manager.reading(registry)).rejects.toMatchObject({ code: 'bad_answer' });
  });

  test('what a policy had to be split into is told apart by key', async () => {
    const { manager } = await managerOf(() => {
      const answer = credentialAnswer([topic('t1'), topic('t1')], start);
      const [one, other] = answer.credentials;
      if (one) one.prefixes = [{ prefix: 'topics/t1/ledger/', action: 'get' }];
      if (other) other.prefixes = [{ prefix: 'topics/t1/results/', action: 'get' }];
      return { body: answer };
    });
    const [access] = await manager.reading(topic('t1'));
    if (!access) throw new Error('no access');
    expect(partFor(access, 'topics/t1/ledger/0000000001.json')).toBe(access.parts[0]);
    expect(partFor(access, 'topics/t1/results/ada/r000001.json')).toBe(access.parts[1]);
    expect(() => partFor(access, 'topics/t10/state.json')).toThrow();
  });
});

describe('write credentials', () => {
  const write = { type: 'topic_message_write', topic_id: 't1' } as const;

  test('are asked for with every action', async () => {
    const { manager, api } = await managerOf();
    await manager.writing(write);
    await manager.writing(write);
    expect(api.received.map(asked)).toEqual([{ grants: [write] }, { grants: [write] }]);
  });

  test('denied, say why', async () => {
    const { manager } = await managerOf((received) => ({
      body: denialOf(asked(received).grants, 'not_your_turn'),
    }));
    await expect(manager.writing(write)).rejects.toMatchObject({ code: 'not_your_turn', grant: write });
  });

  test('raise the floor of what they open', async () => {
    const head = { version: 7, sha256: 'a'.repeat(64) };
    const { manager, floor } = await managerOf((received) => ({
      body: credentialAnswer(asked(received).grants, start, { 'topics/t1/state.json': head }),
    }));
    await manager.writing(write);
    expect(floor.at('topics/t1/state.json')).toEqual(head);
  });
});

function denialOf(grants: Grant[], code: string) {
  const denied = grants.map((grant) => ({ grant, code, message: `because of ${code}` }));
  return { ...credentialAnswer([], start), denied };
}
