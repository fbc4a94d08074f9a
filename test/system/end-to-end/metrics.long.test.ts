import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMetricsServer } from '../../../apps/cli/src/home/commands/metrics-server.ts';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home?.close());

async function gauges(): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${home.secrets.adminToken}` };
  const text = await (await fetch(`${home.url}/metrics`, { headers })).text();
  expect(text.trimEnd().endsWith('# EOF')).toBe(true);
  return (name) => Number(new RegExp(`^agent_home_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('waiting work is reported without any worker', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
  await ada.call('GET', '/v1/feed');
  await home.stopWorker();
  await ada.say('open', 'nobody judges me');
  await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'unpublished' });
  await eventually(async () => {
    const gauge = await gauges();
    expect(gauge('outbox_pending')).toBeGreaterThan(0);
    expect(gauge('outbox_oldest_seconds')).toBeGreaterThan(1);
    expect(gauge('tickets_open')).toBeGreaterThan(0);
    expect(gauge('tickets_overdue_seconds')).toBeGreaterThan(1);
    expect(gauge('database_up')).toBe(1);
  }, 30_000);
  await home.startWorker();
  await published(home);
  await eventually(async () => expect((await gauges())('outbox_pending')).toBe(0), 30_000);
}, 90_000);

test('a worker serves its metrics to token holders only', async () => {
  const options = { host: '127.0.0.1', port: 0, tokens: ['a-metrics-token'] };
  const server = await startMetricsServer(home.open.platform, options);
  const ask = (path: string, token?: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  try {
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/metrics', home.secrets.adminToken)).status).toBe(401);
    expect((await ask('/elsewhere', 'a-metrics-token')).status).toBe(404);
    const answer = await ask('/metrics', 'a-metrics-token');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(
      'agent_home_store_calls_total{operation="put",cause="publish",outcome="ok"}',
    );
  } finally {
    await server.close();
  }
});
