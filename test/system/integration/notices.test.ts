import { startNoticeReceiver, type WakeUpJob } from '@agent-home/platform';
import { connectDatabase, type DatabaseConnection, tables } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

const log = pino({ level: 'silent' });
const channel = 'agent_home_wake_ups';
let database: Awaited<ReturnType<typeof freshDatabase>>;
let teller: DatabaseConnection;

beforeAll(async () => {
  database = await freshDatabase();
  teller = connectDatabase(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await teller.close();
  await database.drop();
});

const topic = (topicId: string): WakeUpJob => ({ type: 'topic', topicId });
const tell = (payload: string) => teller.database.execute(sql`select pg_notify(${channel}, ${payload})`);

/** Opens a worker that only records its wake-ups. `hold` keeps it busy. */
async function openWorker(hold: Promise<void> = Promise.resolve()) {
  const connection = connectDatabase(database.url, { maxConnections: 2 });
  const heard: WakeUpJob[] = [];
  const queued: string[] = [];
  const queue = async (id: string) => void queued.push(id);
  const platform = { database: connection.database, log, wake: { topic: queue, circle: queue } };
  const receiver = await startNoticeReceiver(platform, connection, async (job) => {
    heard.push(job);
    await hold;
  });
  return {
    heard,
    queued,
    async close() {
      await receiver.close();
      await connection.close();
    },
  };
}

/** Waits until one of the workers has received the wake-up. */
async function untilHeard(worker: { heard: WakeUpJob[] }, topicId: string): Promise<void> {
  await eventually(async () => {
    await tell(`topic/${topicId}`);
    await eventually(() => expect(worker.heard).toContainEqual(topic(topicId)), 200);
  }, 20_000);
}

test('another worker takes over the notices', async () => {
  const first = await openWorker();
  await untilHeard(first, 'begun');
  const second = await openWorker();
  for (const payload of ['topic/hall', 'circle/guild', 'nothing', 'planet/mars', '', 'topic/'])
    await tell(payload);
  await eventually(() => expect(first.heard).toContainEqual({ type: 'circle', circleId: 'guild' }));
  await tell('topic/last');
  await eventually(() => expect(first.heard).toContainEqual(topic('last')));
  expect(first.heard.filter(({ type }) => type !== 'topic' && type !== 'circle')).toEqual([]);
  expect(second.heard).toEqual([]);

  // Ends the receiver's connection, as a crash of its machine would; a notification at that moment is lost.
  await teller.database.insert(tables.tickets).values({
    objectKey: 'topics/missed/messages/ada/000001.json',
    agentId: 'ada',
    topicId: 'missed',
    purpose: 'message',
    notAfter: new Date(),
    sweepAt: new Date(),
    hintedAt: new Date(),
  });
  await teller.database.execute(sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  await eventually(() => expect([...first.heard, ...second.heard]).toContainEqual(topic('missed')), 20_000);

  await first.close();
  await untilHeard(second, 'taken over');
  expect(first.heard).not.toContainEqual(topic('taken over'));
  await second.close();
});

test('a busy worker leaves notices to the queue', async () => {
  let letGo = () => {};
  const worker = await openWorker(
    new Promise((resolve) => {
      letGo = resolve;
    }),
  );
  await untilHeard(worker, 'full-0');
  const topics = Array.from({ length: 30 }, (_, index) => `full-${index + 1}`);
  for (const one of topics) await tell(`topic/${one}`);
  await eventually(() => expect(worker.queued).toContain('full-30'));
  expect(worker.heard.length).toBeLessThanOrEqual(16);
  for (const one of topics)
    expect(
      worker.heard.some((job) => job.type === 'topic' && job.topicId === one) || worker.queued.includes(one),
    ).toBe(true);
  letGo();
  await eventually(async () => {
    await tell('topic/free again');
    expect(worker.heard).toContainEqual(topic('free again'));
  });
  await worker.close();
});
