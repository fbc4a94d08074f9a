import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const CONFIGURATION = fileURLToPath(new URL('../../infra/minio/nginx.conf', import.meta.url));
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;

/** Starts Debian's nginx with the shipped configuration, before a MinIO on another port. */
export async function startNginxProxy(
  upstream: string,
): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  await provideNginx();
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), await configuration(folder, port, new URL(upstream).host));
  await mkdir(join(folder, 'temp'));
  const nginx = spawn(
    'nginx',
    [
      '-p',
      folder,
      '-c',
      join(folder, 'nginx.conf'),
      '-g',
      `daemon off; pid ${folder}/pid; error_log stderr;`,
    ],
    { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  nginx.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000);
  });
  await eventually(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended:\n${log}`);
    await answers(port);
  });
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => stop(nginx, folder) };
}

async function stop(nginx: ChildProcess, folder: string): Promise<void> {
  if (nginx.exitCode === null) {
    const gone = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
}

/** Returns the parts that differ on a test machine: port, MinIO's address, folders, and user. */
async function configuration(folder: string, port: number, upstream: string): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join('\n');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const replacements: [from: string, to: string][] = [
    ['default minio:9000;', `default ${upstream};`],
    ['listen 9000;', `listen 127.0.0.1:${port};`],
    ['http {', `http {\n${temporary}`],
  ];
  let text = await readFile(CONFIGURATION, 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`the configuration has no ${from}`);
    text = text.replace(from, to);
  }
  return user + text;
}

async function provideNginx(): Promise<void> {
  const found = await run('nginx', ['-v'], { env: { PATH } }).then(
    () => true,
    () => false,
  );
  if (found) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'nginx'], { env });
}

async function answers(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
