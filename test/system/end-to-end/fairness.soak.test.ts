import { advanceTopic } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorkerProcess } from '../../../apps/cli/src/home/compose/start-processes.ts';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const inputs = 1_200;
let home: TestHome;
let ada: RawAgent;

beforeAll(async () => {
  // The whole flood comes from one agent, so the limit of messages per minute is raised.
  home = await startHome({
    worker: false,
    environment: { AGENT_HOME_FREEFORM_LINES_PER_MINUTE: String(2 * inputs) },
  });
  await home.startWorker();
  ada = await RawAgent.admitted(home, 'ada');
  for (const topic_id of ['busy', 'quiet', 'ordered'])
    await home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title: 'T',
      visibility: 'public',
      mode: 'freeform',
    });
  await published(home);
});
afterAll(() => home?.close());

type Ticket = typeof tables.tickets.$inferInsert & { objectKey: string };

/** Returns tickets of `count` messages, notified at the given time. */
function collectTickets(topicId: string, from: number, count: number, hintedAt: Date): Ticket[] {
  const inAnHour = new Date(Date.now() + 3_600_000);
  return Array.from({ length: count }, (_, index) => ({
    objectKey: `topics/${topicId}/messages/ada/${String(from + index).padStart(6, '0')}.json`,
    agentId: 'ada',
    topicId,
    purpose: 'message' as const,
    notAfter: inAnHour,
    issuedAt: hintedAt,
    sweepAt: inAnHour,
    hintedAt,
  }));
}

async function putAll(tickets: Ticket[]): Promise<void> {
  const { store } = home.open.platform;
  for (let start = 0; start < tickets.length; start += 40)
    await Promise.all(
      tickets
        .slice(start, start + 40)
        .map(({ objectKey, topicId = '' }) =>
          store.put(objectKey, json(ada.message(topicId ?? '', getId(objectKey), 'one of many'))),
        ),
    );
}

/** Simulates as many agents with a key each that have written, with an event and a wake-up for every one. */
async function flood(): Promise<void> {
  const { database, wake } = home.open.platform;
  const tickets = collectTickets('busy', 1, inputs, new Date());
  await putAll(tickets);
  await database.insert(tables.tickets).values(tickets);
  await Promise.all(tickets.map(() => wake.topic('busy')));
}

test('a busy topic does not delay another', async () => {
  await home.stopWorker();
  await flood();
  await home.startWorker();
  const second = await startWorkerProcess(home.open, home.settings);
  try {
    const key = await ada.say('quiet', 'and I?');
    await judged(home, 'quiet', key, 60_000);
    // Without fairness the busy topic would be finished first, so no input of it would be left by now.
    const left = inputs + 1 - (await getLedger(home, 'busy')).length;
    expect(left).toBeGreaterThan(inputs / 2);
    expect((await home.open.platform.metrics.wakeUpsLost.get()).values).toMatchObject([{ value: 0 }]);
    await eventually(async () => expect(await getLedger(home, 'busy')).toHaveLength(inputs + 1), 240_000);
    const entries = await getLedger(home, 'busy');
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    expect(new Set(entries.map(({ objectKey }) => objectKey)).size).toBe(inputs + 1);
    // Most wake-ups were covered by a run that was already planned.
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

test('a flood is judged in writing order', async () => {
  await home.stopWorker();
  const { platform } = home.open;
  const [early, late] = [new Date(Date.now() - 60_000), new Date(Date.now() - 30_000)];
  // The messages written first are notified last. The store records the write time in whole seconds.
  const [first, then] = [collectTickets('ordered', 1, 12, late), collectTickets('ordered', 13, 12, early)];
  await putAll(first);
  const second = Math.floor(Date.now() / 1000);
  await eventually(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(second));
  await putAll(then);
  await platform.database.insert(tables.tickets).values([...first, ...then]);
  // Another topic was active just before, so that steps are small.
  await advanceTopic(platform, 'quiet');
  await advanceTopic(platform, 'ordered');
  const judgedKeys = (await getLedger(home, 'ordered')).slice(1).map(({ objectKey }) => objectKey);
  // Twelve puts may extend into the next second, so the store determines the order within a dozen.
  const dozen = (keys: (string | null)[]) => keys.toSorted();
  expect(dozen(judgedKeys.slice(0, 12))).toEqual(first.map(({ objectKey }) => objectKey));
  expect(dozen(judgedKeys.slice(12))).toEqual(then.map(({ objectKey }) => objectKey));
});
