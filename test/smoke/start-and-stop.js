// What a new user does first: `npm start`, look, Ctrl-C, and start again. Needs nothing but Node.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const folder = await mkdtemp('/var/tmp/agent-home-smoke-');
const port = await freePort();
const environment = {
  ...process.env,
  AGENT_HOME_DATA: `${folder}/data`,
  AGENT_HOME_PORT: String(port),
  AGENT_HOME_OSS_PORT: String(await freePort()),
  AGENT_HOME_STS_PORT: String(await freePort()),
};

try {
  const first = await startHome();
  await until(async () => (await watchedLines()) >= 3, 'the residents say something');
  await replays();
  await stop(first, 'SIGINT');
  const second = await startHome();
  second.kill('SIGKILL');
  await gone(second);
  const third = await startHome();
  await replays();
  await stop(third, 'SIGTERM');
  console.log('started, talked, replayed, stopped, came back after Ctrl-C and after kill -9');
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function startHome() {
  // As npm start does, without npm in between, so that signals arrive.
  const child = spawn(process.execPath, ['apps/cli/bin/agent-home.js', 'up'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the home ended with ${child.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return response?.ok === true;
  }, 'the home is ready');
  return child;
}

async function stop(child, signal) {
  child.kill(signal);
  await gone(child);
  if (child.exitCode !== 0) throw new Error(`stopping by ${signal} ended with ${child.exitCode}`);
}

function gone(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', resolve));
}

async function watchedLines() {
  const { output } = await run(['topic', 'watch', 'round-table'], 6_000);
  return output.split('\n').filter((line) => line.startsWith('✔')).length;
}

async function replays() {
  const { code, output } = await run(['topic', 'replay', 'round-table'], 30_000);
  if (code !== 0 || !output.includes('byte-equal')) throw new Error(`replay said: ${output}`);
}

async function run(commandArguments, timeoutMs) {
  const child = spawn(process.execPath, ['apps/cli/bin/agent-home.js', ...commandArguments], {
    env: environment,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs);
  await gone(child);
  clearTimeout(timer);
  return { code: child.exitCode, output };
}

async function until(condition, what) {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(100)) {
    if (await condition()) return;
  }
  throw new Error(`not within a minute: ${what}`);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}
