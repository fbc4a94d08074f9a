import { tables } from '@agent-home/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorkerOf } from '../../apps/cli/src/compose/start-processes.ts';
import { eventually } from '../support/eventually.ts';
import { judged, ledgerOf, published } from '../support/ledger.ts';
import { idOf, json, RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

const inputs = 1_200;
let home: TestHome;
let ada: RawAgent;

beforeAll(async () => {
  // All of the flood is one agent's, which may say no more in a minute than the home allows.
  home = await startHome({
    worker: false,
    environment: { AGENT_HOME_FREEFORM_LINES_PER_MINUTE: String(2 * inputs) },
  });
  await home.startWorker();
  ada = await RawAgent.admitted(home, 'ada');
  for (const topic_id of ['busy', 'quiet'])
    await home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title: 'T',
      visibility: 'public',
      mode: 'freeform',
    });
  await published(home);
});
afterAll(() => home?.close());

/** As if as many agents had been given a key each and had written: events and wake-ups of every one of them. */
async function flood(): Promise<void> {
  const { store, database, wake } = home.open.platform;
  const now = new Date();
  const rows = Array.from({ length: inputs }, (_, index) => ({
    objectKey: `topics/busy/messages/ada/${String(index + 1).padStart(6, '0')}.json`,
    agentId: 'ada',
    topicId: 'busy',
    purpose: 'message' as const,
    notAfter: new Date(now.getTime() + 3_600_000),
    issuedAt: now,
    sweepAt: new Date(now.getTime() + 3_600_000),
    hintedAt: now,
  }));
  for (let start = 0; start < rows.length; start += 40)
    await Promise.all(
      rows
        .slice(start, start + 40)
        .map(({ objectKey }) =>
          store.put(objectKey, json(ada.message('busy', idOf(objectKey), 'one of many'))),
        ),
    );
  await database.insert(tables.tickets).values(rows);
  await Promise.all(rows.map(() => wake.topic('busy')));
}

test('a topic with a thousand inputs does not keep another waiting, and two workers judge each once', async () => {
  await home.stopWorker();
  await flood();
  await home.startWorker();
  const second = await startWorkerOf(home.open, home.settings);
  try {
    const key = await ada.say('quiet', 'and I?');
    await judged(home, 'quiet', key, 60_000);
    // Without fairness the busy one goes to its end first, and nothing of it is left by now.
    const left = inputs + 1 - (await ledgerOf(home, 'busy')).length;
    expect(left).toBeGreaterThan(inputs / 2);
    expect((await home.open.platform.metrics.wakeUpsLost.get()).values).toMatchObject([{ value: 0 }]);
    await eventually(async () => expect(await ledgerOf(home, 'busy')).toHaveLength(inputs + 1), 240_000);
    const entries = await ledgerOf(home, 'busy');
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    expect(new Set(entries.map(({ objectKey }) => objectKey)).size).toBe(inputs + 1);
    // Most wake-ups found that a look was to come anyway.
    const { values } = await home.open.platform.metrics.wakeUps.get();
    const runs = (outcome: string) =>
      values
        .filter(({ labels }) => labels.type === 'topic' && labels.outcome === outcome)
        .reduce((sum, { value }) => sum + value, 0);
    expect(runs('covered')).toBeGreaterThan(runs('ran'));
  } finally {
    await second.close();
  }
}, 300_000);
