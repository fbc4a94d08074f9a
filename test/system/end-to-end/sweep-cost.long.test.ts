import { sweep } from '@agent-home/platform';
import { expect, test } from 'vitest';
import { judged, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const topic = { topic_id: 'quiet', title: 'Quiet', visibility: 'public', mode: 'freeform' };
const slow = { AGENT_HOME_SWEEP_FIRST_SECONDS: '300', AGENT_HOME_SWEEP_MAX_SECONDS: '300' };

async function sweepCalls(home: TestHome): Promise<number> {
  const { values } = await home.open.platform.metrics.storeCalls.get();
  return values.filter(({ labels }) => labels.cause === 'sweep').reduce((sum, { value }) => sum + value, 0);
}

test('an idle home makes no store call', async () => {
  const home = await startHome({ environment: slow, worker: false });
  try {
    await home.startWorker();
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    await ada.client({ type: 'topic_message_write', topic_id: 'quiet' });
    await home.stopWorker();
    const before = home.storeRequests.length;
    for (let time = 0; time < 5; time += 1) expect(await sweep(home.open.platform)).toBe(0);
    expect(home.storeRequests.slice(before)).toEqual([]);
    expect(await sweepCalls(home)).toBe(0);
    // Due now: one check, and the next is minutes away.
    const { platform } = home.open;
    const later = { ...platform, now: () => new Date(Date.now() + 301_000) };
    await sweep(later);
    expect(await sweepCalls(home)).toBeGreaterThan(0);
    const afterOne = await sweepCalls(home);
    for (let time = 0; time < 5; time += 1) await sweep(later);
    expect(await sweepCalls(home)).toBe(afterOne);
  } finally {
    await home.close();
  }
});

test('one sweep is limited and the next continues', async () => {
  const home = await startHome({
    environment: { ...slow, AGENT_HOME_SWEEP_BATCH: '2' },
    events: false,
    worker: false,
  });
  try {
    await home.startWorker();
    const ada = await RawAgent.admitted(home, 'ada');
    const ids = ['one', 'two', 'three', 'four', 'five'];
    for (const topic_id of ids) await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id });
    await published(home);
    const keys = [];
    for (const id of ids) keys.push(await ada.say(id, 'hello'));
    await home.stopWorker();
    const { platform } = home.open;
    const later = { ...platform, now: () => new Date(Date.now() + 301_000) };
    // A credential names a few keys; the sweep checks two at a time, for any number of due keys.
    const looks = async () => {
      const before = home.storeRequests.length;
      await sweep(later);
      return home.storeRequests.slice(before).filter(({ operation }) => operation === 'GetObject').length;
    };
    for (let time = 0; time < 3; time += 1) {
      const count = await looks();
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(2);
    }
    for (let time = 0; time < 30; time += 1) await sweep(later);
    for (const [index, id] of ids.entries())
      expect(await judged(home, id, keys[index] ?? '')).toMatchObject({ outcome: 'accepted' });
  } finally {
    await home.close();
  }
});
