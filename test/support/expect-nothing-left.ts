import { expect } from 'vitest';
import { type AbortedRequest, abortRequests } from './abort-requests.ts';
import { bearer } from './bearer.ts';
import { openStream } from './event-stream.ts';
import { eventually } from './eventually.ts';
import { look } from './look.ts';
import { RawAgent } from './raw-agent.ts';
import { seededRandom } from './seeded-random.ts';
import type { TestHome } from './start-home.ts';

/** Time limit of a clean shutdown; a forced one takes ten seconds. */
const shutdownMs = 8_000;

/** Tolerance for the connections of pools in this process, which change by themselves; leaks of requests come by the hundred. */
const pooled = 20;

/** Aborts requests on every route that streams or waits, and checks for leaked resources. */
export async function expectNothingLeft(home: TestHome, count: number, seed: number): Promise<void> {
  const api = await home.startSecondApi();
  const ada = await RawAgent.admitted(home, `ada-${seed}`);
  const token = home.secrets.adminToken;
  // A poll after the last event waits. The admission appears in the feed once no older transaction is open.
  const body = await eventually(async () => {
    const answer = await ada.call('GET', '/v1/feed');
    expect(answer.body.events).toEqual([expect.objectContaining({ event_type: 'agent.admitted' })]);
    return answer.body;
  });
  const feed = `/v1/feed?wait=30&after=${String(body.cursor)}`;
  const signed = (method: string) => ada.sign(method, feed, undefined, { signedAs: { url: api.url } });
  const routes: (() => AbortedRequest)[] = [
    () => ({ method: 'GET', path: '/v1/public/stream', headers: bearer(token) }),
    () => ({ method: 'GET', path: '/v1/public/stream', headers: {} }),
    () => ({ method: 'GET', path: feed, headers: signed('GET') }),
    () => ({ method: 'HEAD', path: feed, headers: signed('HEAD') }),
    () => ({ method: 'GET', path: '/v1/public/topics', headers: bearer(token) }),
  ];
  const getRequest = (index: number) => {
    const ask = routes[index % routes.length];
    if (!ask) throw new Error('no route');
    return ask();
  };
  // Opens resources that are kept, such as pooled connections, before the count.
  await abortRequests(api.url, 300, 64, seededRandom(seed), getRequest);
  await eventually(() => expect(api.held()).toBe(0));
  const before = await settled();

  const random = seededRandom(seed + 1);
  await abortRequests(api.url, count, 64, random, getRequest);
  await eventually(() => expect(api.held()).toBe(0), 20_000);
  await eventually(() => {
    const { timers, sockets } = resources();
    expect(timers).toBeLessThanOrEqual(before.timers + pooled);
    expect(sockets).toBeLessThanOrEqual(before.sockets + pooled);
  }, 20_000);

  // Each address has its fifty connections free, with and without a token.
  for (const who of [undefined, token]) {
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(api.url, who)));
    expect((await look(api, 'stream', who)).status).toBe(429);
    for (const stream of streams) stream.close();
    await eventually(() => expect(api.held()).toBe(0));
  }

  // No connection is held now, so that the next one belongs to the poll.
  const polling = fetch(`${api.url}${feed}`, { headers: signed('GET') });
  await eventually(() => expect(api.held()).toBeGreaterThan(0));
  const open = await Promise.all([openStream(api.url), openStream(api.url, token)]);
  void abortRequests(api.url, 200, 20, random, getRequest);
  const startedAt = performance.now();
  await api.close();
  expect(performance.now() - startedAt).toBeLessThan(shutdownMs);
  expect((await polling).status).toBe(200);
  for (const stream of open) expect(await stream.ended).toBe(true);
}

function resources(): { timers: number; sockets: number } {
  const active = process.getActiveResourcesInfo();
  const count = (kind: string) => active.filter((name) => name === kind).length;
  return { timers: count('Timeout'), sockets: count('TCPSocketWrap') };
}

/** Returns the resources that the idle process holds: the highest of several samples. */
async function settled(): Promise<{ timers: number; sockets: number }> {
  const looks = [];
  for (let look = 0; look < 5; look += 1) {
    await eventually(() => expect(process.getActiveResourcesInfo()).toBeDefined());
    looks.push(resources());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    timers: Math.max(...looks.map(({ timers }) => timers)),
    sockets: Math.max(...looks.map(({ sockets }) => sockets)),
  };
}
