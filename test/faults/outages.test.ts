import { tables } from '@agent-home/database';
import { FaultProxy } from '@agent-home/object-store/contract';
import { isDatabaseAway, sweep } from '@agent-home/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { judged, ledgerOf, published } from '../support/ledger.ts';
import { metricSum, metricValue as value } from '../support/metric-value.ts';
import { expectProblem } from '../support/problems.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
const read = { grants: [{ type: 'registry_read' }] };
const write = { grants: [{ type: 'topic_message_write', topic_id: 'open' }] };

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
    '%s, work is held and asks little, and goes on by itself',
    async (_, fault) => {
      const before = (await ledgerOf(home, 'open')).length;
      proxy.always(fault);
      const key = await ada.say('open', 'into the dark');
      await eventually(
        async () => expect(await value(home, 'breaker_open', '{service="store"}')).toBe(1),
        // A put that is not answered is given up after a quarter of a minute.
        60_000,
      );
      // Agents are answered as ever, and at once: the API has no need of the store.
      expect((await ada.call('POST', '/v1/credentials', read)).status).toBe(200);
      const asked = proxy.requests;
      for (let time = 0; time < 20; time += 1) await sweep(home.open.platform);
      // One probe at a time, with its few attempts, and not twenty sweeps' worth.
      expect(proxy.requests - asked).toBeLessThan(20);
      proxy.reset();
      expect(await judged(home, 'open', key, 60_000)).toMatchObject({ outcome: 'accepted' });
      await published(home);
      expect((await ledgerOf(home, 'open')).length).toBe(before + 1);
      await eventually(async () => expect(await value(home, 'breaker_open', '{service="store"}')).toBe(0));
      const outcome = fault.kind === 'stall' ? /outcome="timeout"/ : /outcome="unavailable"/;
      expect(await metricSum(home, 'store_calls_total', outcome)).toBeGreaterThan(0);
      // Nothing was spent: neither an attempt nor a verdict.
      const { dead_letters } = await home.admin('GET', '/v1/admin/events?dead=true');
      expect(dead_letters).toEqual([]);
    },
    180_000,
  );

  test('of the store being away an agent’s own keys say nothing: a hostile one cannot stop the home', async () => {
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
});

test('a token service that is away is told of at once, and tried again by one call', async () => {
  const sts = await TcpProxy.start();
  const home = await startHome({
    environment: { AGENT_HOME_BREAKER_SECONDS: '1', AGENT_HOME_BREAKER_FAILURES: '2' },
    between: { sts },
  });
  try {
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    const reused = await ada.call('POST', '/v1/credentials', read);
    expect(reused.status).toBe(200);
    sts.cut();
    for (let time = 0; time < 3; time += 1) {
      const answer = await ada.call('POST', '/v1/credentials', write);
      expectProblem(answer, 'credentials_unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await value(home, 'breaker_open', '{service="token_service"}')).toBe(1);
    expect(await value(home, 'token_service_calls_total', '{outcome="held_back"}')).toBeGreaterThan(0);
    // What was given before is given again.
    expect((await ada.call('POST', '/v1/credentials', read)).status).toBe(200);
    await sts.mend();
    await eventually(async () => expect((await ada.call('POST', '/v1/credentials', write)).status).toBe(200));
    expect(await value(home, 'breaker_open', '{service="token_service"}')).toBe(0);
  } finally {
    await home.close();
    await sts.close();
  }
}, 60_000);

test('a queue that is away keeps nobody waiting, and the sweep does its work', async () => {
  const queue = await TcpProxy.start();
  const home = await startHome({ between: { queue } });
  try {
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    // It takes what it is sent and answers nothing.
    const release = queue.hold();
    const startedAt = performance.now();
    expect(await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'second' })).toBeDefined();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await judged(home, 'open', await ada.say('open', 'is anybody there?'), 30_000)).toMatchObject({
      outcome: 'accepted',
    });
    await published(home);
    expect(await value(home, 'wake_ups_lost_total')).toBeGreaterThan(0);
    release();
    const lost = async () => value(home, 'wake_ups_lost_total');
    await eventually(async () => {
      const before = await lost();
      await home.open.platform.wake.topic('open');
      expect(await lost()).toBe(before);
    }, 30_000);
  } finally {
    await home.close();
    await queue.close();
  }
}, 90_000);

test('beyond the token budget reads are told to come back before turns are, and leave no ticket', async () => {
  const home = await startHome({ environment: { AGENT_HOME_STS_PER_SECOND: '4' }, worker: false });
  try {
    await home.startWorker();
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    const agents = await Promise.all(
      Array.from({ length: 12 }, (_, index) => RawAgent.admitted(home, `agent-${index}`)),
    );
    const { database } = home.open.platform;
    const answers = await Promise.all(agents.map((agent) => agent.call('POST', '/v1/credentials', read)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    for (const answer of refused) {
      expectProblem(answer, 'rate_limited');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(1);
    expect(await value(home, 'token_budget_refusals_total', '{class="read"}')).toBe(refused.length);
    const [late] = agents.slice(-1) as [RawAgent];
    expect((await late.call('POST', '/v1/credentials', write)).status).toBe(200);
    const tickets = await database.$count(tables.tickets);
    const crowd = await Promise.all(agents.map((agent) => agent.call('POST', '/v1/credentials', write)));
    const turnedAway = crowd.filter(({ status }) => status === 429).length;
    expect(turnedAway).toBeGreaterThan(0);
    expect(await database.$count(tables.tickets)).toBeLessThan(tickets + 12 * 10);
    // To ask again for what one holds costs nothing, however busy it is.
    const holder = agents[answers.findIndex(({ status }) => status === 200)];
    for (let time = 0; time < 5; time += 1)
      expect((await holder?.call('POST', '/v1/credentials', read))?.status).toBe(200);
  } finally {
    await home.close();
  }
}, 60_000);

test('a token service that throttles makes the home ask less', async () => {
  const home = await startHome({ assumeRolePerSecond: 2, worker: false });
  try {
    const agents = await Promise.all(
      Array.from({ length: 10 }, (_, index) => RawAgent.admitted(home, `agent-${index}`)),
    );
    const answers = await Promise.all(agents.map((agent) => agent.call('POST', '/v1/credentials', read)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectProblem(answer, 'rate_limited');
    expect(await value(home, 'token_service_calls_total', '{outcome="throttled"}')).toBeGreaterThan(0);
    expect(await value(home, 'breaker_open', '{service="token_service"}')).toBe(0);
    for (const agent of agents)
      await eventually(async () =>
        expect((await agent.call('POST', '/v1/credentials', read)).status).toBe(200),
      );
  } finally {
    await home.close();
  }
}, 60_000);

test('a clock that was set does not undo or repeat a verdict, and shows', async () => {
  const home = await startHome();
  try {
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    const { platform } = home.open;
    const now = platform.now;
    const said: string[] = [];
    for (const hours of [0, 1, -1, 0]) {
      platform.now = () => new Date(now().getTime() + hours * 3_600_000);
      const headers = { authorization: `Bearer ${home.secrets.adminToken}` };
      const seen = await eventually(async () => {
        const text = await (await fetch(`${home.url}/metrics`, { headers })).text();
        const offset = Number(/^agent_home_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
        expect(Math.abs(offset - hours * 3_600)).toBeLessThan(30);
        return offset;
      });
      expect(seen).toBeDefined();
      const created = Math.floor(platform.now().getTime() / 1000);
      const answer = await ada.call('POST', '/v1/credentials', write, { created });
      const [credential] = (answer.body.credentials ?? []) as { keys: { key: string }[] }[];
      // The store goes by its own clock: what ends an hour ago there opens nothing.
      const key = credential?.keys[0]?.key;
      if (!key || hours < 0) continue;
      const id = key.slice(key.lastIndexOf('/') + 1, -5);
      await ada
        .open(credential as never)
        .put(key, Buffer.from(JSON.stringify(ada.message('open', id, `at ${hours}`))));
      said.push(key);
      expect(await judged(home, 'open', key)).toMatchObject({ outcome: 'accepted' });
    }
    const times = (await ledgerOf(home, 'open')).map(({ judgedAt }) => judgedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(said).size).toBe(said.length);
    expect(said.length).toBeGreaterThanOrEqual(3);
  } finally {
    await home.close();
  }
}, 90_000);

test('a database without room is one that is away: requests come back, nothing half done', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(isDatabaseAway(new Error('the statement failed', { cause: full }))).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
});
