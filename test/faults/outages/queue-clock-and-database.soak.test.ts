import { isDatabaseAway } from '@agent-home/platform';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { metricValue as value } from '../../support/metric-value.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome } from '../../support/start-home.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';
import { measuredTimeFactor } from '../../support/time-factor.ts';
import { topic, write } from './requests.ts';

test('an absent queue delays no request, and the sweep works', async () => {
  const queue = await TcpProxy.start();
  const home = await startHome({ between: { queue } });
  try {
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    // The service accepts requests and sends no response.
    const release = queue.hold();
    const startedAt = performance.now();
    expect(await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'second' })).toBeDefined();
    expect(performance.now() - startedAt).toBeLessThan(10_000 * measuredTimeFactor());
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

test('a changed clock neither undoes nor repeats a verdict', async () => {
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
      // The store uses its own clock: a credential that expired there an hour ago permits nothing.
      const key = credential?.keys[0]?.key;
      if (!key || hours < 0) continue;
      const id = key.slice(key.lastIndexOf('/') + 1, -5);
      await ada
        .open(credential as never)
        .put(key, Buffer.from(JSON.stringify(ada.message('open', id, `at ${hours}`))));
      said.push(key);
      expect(await judged(home, 'open', key)).toMatchObject({ outcome: 'accepted' });
    }
    const times = (await getLedger(home, 'open')).map(({ judgedAt }) => judgedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(said).size).toBe(said.length);
    expect(said.length).toBeGreaterThanOrEqual(3);
  } finally {
    await home.close();
  }
}, 90_000);

test('a database without room makes the API answer 503', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(isDatabaseAway(new Error('the statement failed', { cause: full }))).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
});
