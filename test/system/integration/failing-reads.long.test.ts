import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchInput } from '../../../packages/platform/src/judging/inputs/fetch-input.ts';
import { json } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

/** Number of requests that the platform's client sends before it fails. */
const attempts = 4;

let home: TestHome;
let failing = { key: '', times: 0 };

beforeAll(async () => {
  home = await startHome({
    worker: false,
    faults: {
      store({ method, path }) {
        if (method !== 'GET' || failing.times === 0 || !decodeURIComponent(path).includes(failing.key))
          return undefined;
        failing.times -= 1;
        return { refuse: 'error' };
      },
    },
  });
  // Every home's bucket has this object; no worker runs here that would put it.
  await home.open.platform.store.put('platform/policy.json', json({}));
});
afterAll(() => home?.close());

const messageKey = (id: string) => `topics/open/messages/ada/${id}.json`;
const look = (key: string) => fetchInput(home.open.platform as never, key, 10_000);

describe('a read that fails while the store answers for others', () => {
  test('a store failure gives an empty key no verdict', async () => {
    failing = { key: messageKey('000001'), times: 3 * attempts };
    await expect(look(failing.key).catch(() => undefined)).resolves.toBeUndefined();
    expect(failing.times).toBeLessThan(2 * attempts);
  });

  test('a refused object kind waits for its listing', async () => {
    const key = messageKey('000003');
    await home.open.platform.store.put(key, new Uint8Array(20_000));
    // The object is readable but its listing fails. Without the listing a key that opens again would be judged twice.
    failing = { key: `prefix=${key}`, times: attempts };
    await expect(look(key)).rejects.toMatchObject({ name: 'ObjectStoreError' });
    const [first, second] = [await look(key), await look(key)];
    expect(first).toMatchObject({ content: { problem: 'too_large' } });
    expect(second?.fingerprint).toBe(first?.fingerprint);
  });

  test('a temporary read failure is not judged unreadable', async () => {
    const key = messageKey('000002');
    const bytes = new Uint8Array(json({ said: 'in time' }));
    await home.open.platform.store.put(key, bytes);
    failing = { key, times: attempts };
    expect(await look(key)).toMatchObject({ content: { bytes } });
    // An object whose read always fails does not delay others.
    failing = { key, times: 2 * attempts };
    expect(await look(key)).toMatchObject({ content: { problem: 'unreadable' } });
  });
});
