import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { metricSum, metricValue } from '../../support/metric-value.ts';
import { startMinioHome } from '../../support/minio-home.ts';
import { json, RawAgent } from '../../support/raw-agent.ts';
import { RedisServer } from '../../support/redis-server.ts';

const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
/** Outage longer than any single wait for the queue. */
const awayMs = 6_000;

test('a killed Redis costs only time', async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  const redis = await RedisServer.start(join(folder, 'redis'));
  const { home, createClient, close } = await startMinioHome({ QUEUE_URL: redis.url });
  try {
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    const say = async (id: string, text: string) => {
      const [credential] = (await ada.ask({ type: 'topic_message_write', topic_id: 'open' })).credentials;
      if (!credential) throw new Error('nothing was granted');
      const key = credential.keys[0]?.key ?? '';
      await createClient(credential).put(key, new Uint8Array(json(ada.message('open', id, text))));
      return key;
    };
    expect(await judged(home, 'open', await say('000001', 'before'))).toMatchObject({ outcome: 'accepted' });
    const wakeUps = () => metricSum(home, 'wake_ups_total');
    await eventually(async () => expect(await wakeUps()).toBeGreaterThan(0));

    await redis.kill();
    const [sweptBefore, back] = [await metricSum(home, 'sweep_steps_total'), delay(awayMs)];
    // The API responds, and only the sweep finds the written objects.
    const key = await say('000002', 'is anybody there?');
    expect(await judged(home, 'open', key, 30_000)).toMatchObject({ outcome: 'accepted' });
    expect(await metricValue(home, 'wake_ups_lost_total')).toBeGreaterThan(0);
    expect(await metricSum(home, 'sweep_steps_total')).toBeGreaterThan(sweptBefore);
    await back;
    await redis.start();

    const wokenBefore = await wakeUps();
    const lost = () => metricValue(home, 'wake_ups_lost_total');
    await eventually(async () => {
      const before = await lost();
      await home.open.platform.wake.topic('open');
      expect(await lost()).toBe(before);
    }, 30_000);
    await eventually(async () => expect(await wakeUps()).toBeGreaterThan(wokenBefore), 30_000);
    expect(await judged(home, 'open', await say('000003', 'after'), 30_000)).toMatchObject({
      outcome: 'accepted',
    });
    await published(home);
    expect((await getLedger(home, 'open')).map(({ outcome }) => outcome)).toEqual(Array(4).fill('accepted'));
  } finally {
    await close();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
