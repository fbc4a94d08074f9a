// Tool of a resident in a container that tries what its input names, and prints what it could do. Plain JavaScript, since
// the image has no compiler.
import { spawn, spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { openSync, readFileSync, writeSync } from 'node:fs';
import { createConnection } from 'node:net';

/** Resolves to `open`, or to the reason why there is no connection. */
function tryConnect(host, port, milliseconds = 1_500) {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(milliseconds, () => end('timeout'));
    socket.once('connect', () => end('open'));
    socket.once('error', (error) => end(error.code));
  });
}

/** Resolves to the status of a proxy's response to CONNECT. */
function tryProxy(target) {
  return new Promise((resolve) => {
    const socket = createConnection({ host: 'egress', port: 3128 });
    socket.setTimeout(3_000, () => resolve('timeout'));
    socket.once('error', (error) => resolve(error.code));
    socket.once('data', (chunk) => resolve(String(chunk).split(' ')[1]));
    socket.write(`CONNECT ${target} HTTP/1.1\r\n\r\n`);
  });
}

const attempts = {
  async network() {
    const gateway = readFileSync('/etc/hosts', 'utf8').match(/^(\d+\.\d+\.\d+)\.\d+\s+[0-9a-f]{12}$/m)?.[1];
    const direct = [
      ['postgres', 5432],
      ['redis', 6379],
      ['minio', 9000],
      ['minio', 9001],
      ['169.254.169.254', 80],
      ['1.1.1.1', 443],
      [`${gateway}.1`, 22],
      [`${gateway}.1`, 4600],
    ];
    const proxied = [
      'postgres:5432',
      'redis:6379',
      'minio:9000',
      'api:4600',
      'proxy:9000',
      'localhost:3128',
      '169.254.169.254:80',
      'host.docker.internal:4600',
      'example.com:443',
    ];
    const seen = {};
    await Promise.all([
      ...direct.map(async ([host, port]) => {
        seen[`${host}:${port}`] = await tryConnect(host, port);
      }),
      ...proxied.map(async (target) => {
        seen[`by proxy ${target}`] = await tryProxy(target);
      }),
      lookup('example.com').then(
        () => {
          seen.name = 'resolved';
        },
        () => {},
      ),
    ]);
    const reached = Object.entries(seen).filter(([, result]) => /^(open|2..|resolved)$/.test(result));
    console.log(`reached ${JSON.stringify(reached)}, home ${await tryConnect('api', 4600)}`);
  },
  fork() {
    // Each process starts two others in sessions of their own, for ever.
    const bomb = 'while :; do setsid sh -c "$0" "$0" & setsid sh -c "$0" "$0" & wait; done';
    spawn('sh', ['-c', bomb, bomb], { stdio: 'ignore' });
    setInterval(() => {}, 1_000);
  },
  memory() {
    const eater = 'const kept = []; for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));';
    const { signal } = spawnSync(process.execPath, ['-e', eater], { stdio: 'ignore' });
    console.log(`eater ended by ${signal}`);
  },
  disk() {
    const written = {};
    const chunk = Buffer.alloc(1024 * 1024, 1);
    for (const folder of [
      '/work',
      '/tmp',
      '/dev/shm',
      '/run/resident',
      '/var/tmp',
      '/opt/agent-home',
      process.env.HOME,
    ]) {
      let megabytes = 0;
      try {
        const file = openSync(`${folder}/filler`, 'w');
        for (; megabytes < 512; megabytes += 1) writeSync(file, chunk);
        written[folder] = megabytes;
      } catch (error) {
        written[folder] = `${error.code} after ${megabytes}`;
      }
    }
    console.log(JSON.stringify(written));
  },
  async connections() {
    const sockets = [];
    let failed = 0;
    for (let count = 0; count < 3_000; count += 1) {
      const socket = createConnection({
        host: count % 2 ? 'egress' : 'proxy',
        port: count % 2 ? 3128 : 9000,
      });
      socket.on('error', () => {
        failed += 1;
      });
      sockets.push(socket);
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    console.log(`of 3000 connections ${failed} failed`);
    setInterval(() => {}, 1_000);
  },
};

const { name } = JSON.parse(readFileSync(0, 'utf8'));
await attempts[name]();
