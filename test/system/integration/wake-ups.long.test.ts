import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { openWakeUpSender, startWakeUpReceiver, type WakeUpJob } from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

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

test('a process started without queue gets later wake-ups', { timeout: 60_000 }, async () => {
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

test('a wake-up that loses its lock raises no alarm', { timeout: 60_000 }, async () => {
  const logged: string[] = [];
  const ours = connectDatabase(database.url, { maxConnections: 1 });
  const done: WakeUpJob[] = [];
  const receiver = startWakeUpReceiver(
    database.url,
    pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    async (job) => {
      await ours.database.execute(sql`delete from bullmq.job`);
      // Waits until the queue has tried to renew the missing lock.
      await eventually(() => expect(logged.join('')).toContain('could not renew lock'), 20_000);
      done.push(job);
    },
  );
  const sender = openWakeUpSender(database.url, log);
  await eventually(async () => {
    if (done.length === 0) await sender.topic('slow');
    expect(done).toContainEqual({ type: 'topic', topicId: 'slow' });
  }, 40_000);
  await sender.close();
  await receiver.close();
  await ours.close();
  const levels = logged.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels.filter((level) => level > 20)).toEqual([]);
});

/** Returns a message of the PostgreSQL protocol: its type, length and body. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** Output of a backend that becomes ready at the moment in which its server is killed, in one packet. */
const readyAndGone = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')),
]);

test('a queue that dies when ready ends no process', {
  timeout: 60_000,
}, async () => {
  const url = new URL(database.url);
  const port = Number(url.port);
  let dying = 6;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    if (dying-- > 0) socket.once('data', () => socket.end(readyAndGone));
    else {
      const real = connectSocket(port, '127.0.0.1', () => socket.pipe(real).pipe(socket));
      sockets.add(real.on('error', () => socket.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  const heard: WakeUpJob[] = [];
  // An error event without a listener would end this process, and the runner would fail.
  const receiver = startWakeUpReceiver(url.href, log, async (job) => void heard.push(job));
  const sender = openWakeUpSender(url.href, log);
  await eventually(async () => {
    await sender.topic('found');
    expect(heard).toContainEqual({ type: 'topic', topicId: 'found' });
  }, 30_000);
  expect(dying).toBeLessThan(0);
  await sender.close();
  await receiver.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});
