import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test, vi } from 'vitest';
import { KeptServer, type ServerWatcher } from './keep-postgres.ts';
import { startPostgres } from './start-postgres.ts';

function watched() {
  const events: string[] = [];
  const watcher: ServerWatcher = {
    onEnded: (how) => events.push(`ended ${how}`),
    onRestarted: () => events.push('restarted'),
    onLost: ({ message }) => events.push(`lost: ${message}`),
  };
  return { events, watcher };
}

const running = (script: string): ChildProcess => spawn(process.execPath, ['-e', script], { detached: true });

test('a killed PostgreSQL comes back at its port with its data', async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  const { events, watcher } = watched();
  const server = await startPostgres({
    dataDirectory: join(folder, 'postgres'),
    password: 'secret',
    watcher,
  });
  const client = postgres(server.url('postgres'), { max: 1, onnotice: () => {} });
  try {
    await client`create table kept as select 42 as answer`;
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(events).toEqual(['ended SIGKILL', 'restarted']), { timeout: 25_000 });
    expect(server.pid).not.toBe(killed);
    await vi.waitFor(async () => expect(await client`select answer from kept`).toEqual([{ answer: 42 }]));
  } finally {
    await client.end({ timeout: 1 });
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  expect(events).toHaveLength(2);
});

test('a server that ends again and again is given up', async () => {
  const { events, watcher } = watched();
  let launches = 0;
  const relaunch = async () => {
    launches += 1;
    if (launches === 2) throw new Error('no room');
    return running('process.exit(3)');
  };
  const server = new KeptServer(running('process.exit(3)'), relaunch, watcher, 1);
  await vi.waitFor(() => expect(events.at(-1)).toMatch(/^lost/), { timeout: 20_000 });
  expect(launches).toBe(5);
  expect(events.filter((event) => event === 'ended code 3')).toHaveLength(5);
  await server.stop();
});

test('a server that is stopped is not started again', async () => {
  const { events, watcher } = watched();
  const relaunch = async () => running('');
  const server = new KeptServer(running('setInterval(() => {}, 1000)'), relaunch, watcher, 1);
  await server.stop();
  expect(events).toEqual([]);
});
