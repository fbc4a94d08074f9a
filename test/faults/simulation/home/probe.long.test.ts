import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noFailedAnswers } from '../checks/no-failed-answers.ts';
import { noLongTurns } from '../checks/no-long-turns.ts';
import { readReadings } from './readings.ts';

const probe = fileURLToPath(new URL('./probe.ts', import.meta.url));

/** Busy for long, then asleep for long; then it responds with a forbidden and an allowed error. */
const program = `
import { createServer } from 'node:http';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const busy = (ms) => { const start = process.cpuUsage(); for (let used = 0; used < ms * 1000;) { const now = process.cpuUsage(start); used = now.user + now.system; } };
busy(400);
console.log('up');
await wait(400);
if (process.argv[2] === 'busy') busy(600);
else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
const server = createServer((request, response) => {
  if (request.url === '/away') response.writeHead(503, { 'retry-after': '2' });
  else response.statusCode = request.url === '/wrong' ? 500 : 200;
  response.end();
}).listen(0);
await new Promise((resolve) => server.once('listening', resolve));
for (const path of ['/fine', '/wrong', '/away']) await fetch(\`http://127.0.0.1:\${server.address().port}\${path}\`);
await wait(700);
process.exit();
`;

async function collectReadings(argument: string) {
  const folder = await mkdtemp(join(tmpdir(), 'probe-'));
  try {
    const [script, file] = [join(folder, 'program.mjs'), join(folder, 'readings.jsonl')];
    await writeFile(script, program);
    const child = spawn(process.execPath, ['--import', 'tsx', '--import', probe, script, argument], {
      env: { ...process.env, SIMULATION_READINGS: file },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child, 'exit');
    return await readReadings(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a loop’s busy time counts, its waiting does not', async () => {
  const [busy, asleep] = await Promise.all([collectReadings('busy'), collectReadings('asleep')]);
  expect(noLongTurns(busy)).toHaveLength(1);
  expect(noLongTurns(asleep)).toEqual([]);
  const failed = (calm: { from: number; until: number } | undefined) =>
    noFailedAnswers(busy, calm).map(({ problem }) => problem);
  expect(failed(undefined)).toEqual(['answered 500 to GET /wrong']);
  expect(failed({ from: 0, until: Number.POSITIVE_INFINITY })).toEqual([
    'answered 500 to GET /wrong',
    'answered 503 to GET /away',
  ]);
});
