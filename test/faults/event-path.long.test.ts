import { sweep } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { expect, test } from 'vitest';
import { eventUrl } from '../../apps/cli/src/home/local/local-emulator.ts';
import { eventually } from '../support/eventually.ts';
import { getLedger, judged, published } from '../support/ledger.ts';
import { metricSum } from '../support/metric-value.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { startHome } from '../support/start-home.ts';

const batch = 4;
const topicIds = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

test('a cut event path costs only time', async () => {
  const home = await startHome({
    environment: {
      AGENT_HOME_SWEEP_BATCH: String(batch),
      // The worker of this home does not sweep until the end; the test controls the sweeps.
      AGENT_HOME_SWEEP_SECONDS: '3600',
    },
  });
  try {
    const agents = await Promise.all(['ada', 'bo', 'cy'].map((agentId) => RawAgent.admitted(home, agentId)));
    for (const topic_id of topicIds)
      await home.admin('POST', '/v1/admin/topics', {
        topic_id,
        title: topic_id,
        visibility: 'public',
        mode: 'freeform',
      });
    await published(home);
    const sayEverywhere = async (agent: RawAgent, text: string) => {
      const said: { topicId: string; key: string }[] = [];
      for (const topicId of topicIds) said.push({ topicId, key: await agent.say(topicId, text) });
      return said;
    };
    const isJudged = async (said: { topicId: string; key: string }[], withinMs: number) => {
      for (const { topicId, key } of said)
        expect(await judged(home, topicId, key, withinMs)).toMatchObject({ outcome: 'accepted' });
    };
    const [ada, bo, cy] = agents as [RawAgent, RawAgent, RawAgent];
    await isJudged(await sayEverywhere(ada, 'before'), 15_000);
    await eventually(async () => expect(await metricSum(home, 'store_events_total')).toBeGreaterThan(0));

    home.emulator.setEvents(undefined);
    const meanwhile = [...(await sayEverywhere(bo, 'meanwhile')), ...(await sayEverywhere(cy, 'meanwhile'))];
    const eventsHeard = await metricSum(home, 'store_events_total');
    const { platform } = home.open;
    const entries = () => platform.database.$count(tables.ledgerEntries);
    const wanted = (await entries()) + meanwhile.length;

    // Every key is due, but a sweep processes at most one batch of them.
    const later = { ...platform, now: () => new Date(Date.now() + 30_000) };
    let sweeps = 0;
    for (; (await entries()) < wanted && sweeps < 200; sweeps += 1) {
      const before = home.storeRequests.length;
      await sweep(later);
      // The platform also compares its own objects with the database when an earlier event is late.
      const looks = home.storeRequests
        .slice(before)
        .flatMap(({ operation, key = '' }) =>
          operation === 'GetObject' && key.includes('/messages/') ? [key] : [],
        );
      expect(looks.length, looks.join()).toBeLessThanOrEqual(batch);
    }
    expect(sweeps).toBeGreaterThanOrEqual(meanwhile.length / batch);
    await isJudged(meanwhile, 1_000);
    // The metrics show an operator that no event arrived and that the sweep made calls.
    expect(await metricSum(home, 'store_events_total')).toBe(eventsHeard);
    expect(await metricSum(home, 'store_calls_total', /cause="sweep"/)).toBeGreaterThan(0);

    // The event path works again without any action by an operator: a new message is judged without a sweep.
    home.emulator.setEvents({ url: eventUrl(home.places, home.secrets) });
    await isJudged(await sayEverywhere(ada, 'after'), 15_000);
    expect(await metricSum(home, 'store_events_total')).toBeGreaterThan(eventsHeard);
    for (const topicId of topicIds) expect(await getLedger(home, topicId)).toHaveLength(1 + 4);
  } finally {
    await home.close();
  }
}, 120_000);
