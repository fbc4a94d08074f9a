import { FaultProxy } from '@agent-home/object-store/contract';
import { sweep } from '@agent-home/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { metricSum, metricValue as value } from '../../support/metric-value.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { read, topic } from './requests.ts';

const outages = {
  refuses: { kind: 'answer', status: 503 },
  'is full': { kind: 'answer', status: 507 },
  'breaks every connection': { kind: 'reset' },
  'takes what it is sent and answers nothing': { kind: 'stall' },
} as const;

describe('while the store', () => {
  let home: TestHome;
  let proxy: FaultProxy;
  let ada: RawAgent;
  beforeAll(async () => {
    home = await startHome({
      environment: {
        AGENT_HOME_BREAKER_SECONDS: '1',
        AGENT_HOME_BREAKER_FAILURES: '2',
        AGENT_HOME_READ_TIMEOUT_MS: '1500',
      },
      between: {
        async storeEndpoint(endpoint) {
          proxy = await FaultProxy.start(endpoint);
          return proxy.endpoint;
        },
      },
    });
    ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
  });
  afterAll(async () => {
    await home?.close();
    await proxy?.close();
  });

  test.each(Object.entries(outages))(
    '%s, work is held with few requests, and resumes by itself',
    async (_, fault) => {
      const before = (await getLedger(home, 'open')).length;
      proxy.always(fault);
      const key = await ada.say('open', 'into the dark');
      await eventually(
        async () => expect(await value(home, 'breaker_open', '{service="store"}')).toBe(1),
        // A put without a response times out after 15 seconds.
        60_000,
      );
      // Agents get immediate responses, because the API does not need the store.
      expect((await ada.call('POST', '/v1/credentials', read)).status).toBe(200);
      const asked = proxy.requests;
      for (let time = 0; time < 20; time += 1) await sweep(home.open.platform);
      // Only one probe at a time with its few attempts, instead of the requests of twenty sweeps.
      expect(proxy.requests - asked).toBeLessThan(20);
      proxy.reset();
      expect(await judged(home, 'open', key, 60_000)).toMatchObject({ outcome: 'accepted' });
      await published(home);
      expect((await getLedger(home, 'open')).length).toBe(before + 1);
      await eventually(async () => expect(await value(home, 'breaker_open', '{service="store"}')).toBe(0));
      const outcome = fault.kind === 'stall' ? /outcome="timeout"/ : /outcome="unavailable"/;
      expect(await metricSum(home, 'store_calls_total', outcome)).toBeGreaterThan(0);
      // The outage consumed neither an attempt nor a verdict.
      const { dead_letters } = await home.admin('GET', '/v1/admin/events?dead=true');
      expect(dead_letters).toEqual([]);
    },
    180_000,
  );

  test('failing keys of an agent do not stop homes', async () => {
    const { store } = home.open.platform;
    const opened = await value(home, 'breaker_opened_total', '{service="store"}');
    const everyAttempt = Array.from({ length: 4 * 6 }, () => ({ kind: 'answer', status: 503 }) as const);
    await home.stopWorker();
    proxy.next(...everyAttempt);
    for (let time = 0; time < 6; time += 1)
      await expect(
        store.get('topics/open/messages/ada/999999.json', { maxBytes: 100, timeoutMs: 5_000 }),
      ).rejects.toMatchObject({ code: 'unavailable' });
    expect(await value(home, 'breaker_opened_total', '{service="store"}')).toBe(opened);
    proxy.reset();
    await home.startWorker();
  }, 60_000);

  test('a starting worker waits for the store', async () => {
    await home.stopWorker();
    const asked = proxy.requests;
    proxy.always({ kind: 'answer', status: 503 });
    const started = home.startWorker();
    await eventually(() => expect(proxy.requests).toBeGreaterThan(asked), 30_000);
    proxy.reset();
    await started;
    const key = await ada.say('open', 'the light is on');
    expect(await judged(home, 'open', key, 60_000)).toMatchObject({ outcome: 'accepted' });
  }, 120_000);
});
