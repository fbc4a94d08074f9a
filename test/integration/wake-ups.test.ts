import { openWakeUpSender, startWakeUpReceiver, type WakeUpJob } from '@agent-home/platform';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await TcpProxy.start();
  proxy.to(Number(new URL(database.url).port));
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

test('who begins while the queue is away is woken once it is there', { timeout: 60_000 }, async () => {
  const url = new URL(database.url);
  url.port = String(proxy.port);
  proxy.cut();
  const heard: WakeUpJob[] = [];
  const receiver = startWakeUpReceiver(url.href, log, async (job) => void heard.push(job));
  const sender = openWakeUpSender(url.href, log);
  await sender.topic('lost');
  await proxy.mend();
  await eventually(async () => {
    await sender.topic('found');
    expect(heard).toContainEqual({ type: 'topic', topicId: 'found' });
  }, 20_000);
  expect(heard).not.toContainEqual({ type: 'topic', topicId: 'lost' });
  await sender.close();
  await receiver.close();
});
