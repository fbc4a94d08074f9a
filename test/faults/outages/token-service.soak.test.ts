import { tables } from '@agent-home/platform/database';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { metricValue as value } from '../../support/metric-value.ts';
import { expectProblem } from '../../support/problems.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome } from '../../support/start-home.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';
import { read, topic, write } from './requests.ts';

test('one call retries an absent token service', async () => {
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
    // An earlier credential is issued again.
    expect((await ada.call('POST', '/v1/credentials', read)).status).toBe(200);
    await sts.mend();
    await eventually(async () => expect((await ada.call('POST', '/v1/credentials', write)).status).toBe(200));
    expect(await value(home, 'breaker_open', '{service="token_service"}')).toBe(0);
  } finally {
    await home.close();
    await sts.close();
  }
}, 60_000);

test('reads beyond the token budget are refused before turns', async () => {
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
    // A repeated request for a held credential costs nothing, even under load.
    const holder = agents[answers.findIndex(({ status }) => status === 200)];
    for (let time = 0; time < 5; time += 1)
      expect((await holder?.call('POST', '/v1/credentials', read))?.status).toBe(200);
  } finally {
    await home.close();
  }
}, 60_000);

test('a throttling token service makes the home send less', async () => {
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
