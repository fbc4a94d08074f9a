import { describe, expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import type { Received, Reply } from '../testing/small-api.ts';
import { credentialAnswer, smallHome } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';

const key = 'agents/heartbeats/a/ada.last';
const me = {
  agent_id: 'ada',
  standing: 'admitted',
  owner_id: null,
  card: { object_key: 'agents/all/ada.json', version: 1, published: true },
  heartbeat: { object_key: key, interval_seconds: 0.02, online_seconds: 1 },
};

const answer = (received: Received): Reply | undefined => {
  if (received.path === '/v1/me') return { body: me };
  if (received.path !== '/v1/credentials') return undefined;
  const { grants } = JSON.parse(received.body) as { grants: { type: string }[] };
  return { body: credentialAnswer(grants, start, {}, 3600, [key]) };
};

describe('the heartbeat', () => {
  test('repeats heartbeats until stopped, with one request', async () => {
    const { bucket, connect, api } = await smallHome(answer);
    const { heartbeat } = await connect();
    heartbeat.start();
    heartbeat.start();
    await until(() => bucket.puts.length).toBeGreaterThan(3);
    heartbeat.stop();
    expect(new Set(bucket.puts)).toEqual(new Set([key]));
    expect(JSON.parse(new TextDecoder().decode(bucket.objects.get(key)))).toEqual({
      kind: 'heartbeat',
      schema_version: 1,
      agent_id: 'ada',
      observed_at: new Date(start).toISOString(),
    });
    expect(api.received.map((one) => one.path)).toEqual(['/v1/me', '/v1/credentials']);
    expect(heartbeat.status()).toEqual({ running: false, lastBeatAt: start, failuresInARow: 0 });
  });

  test('continues after failures with other credentials', async () => {
    const { bucket, connect, api } = await smallHome(answer);
    const { heartbeat } = await connect();
    let failures = 2;
    bucket.afterPut = () => {
      if (failures-- > 0) throw new Error('the store is away');
    };
    heartbeat.start();
    await until(() => heartbeat.status().failuresInARow).toBeGreaterThan(0);
    await until(() => heartbeat.status().lastBeatAt).toBe(start);
    expect(api.to('/v1/credentials').length).toBeGreaterThan(1);
  });

  test('ends when the client closes', async () => {
    const { connect } = await smallHome(answer);
    const home = await connect();
    home.heartbeat.start();
    await home.close();
    expect(home.heartbeat.status().running).toBe(false);
  });
});
