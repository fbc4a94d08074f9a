import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readMisses } from '../../../apps/cli/src/agents/routing/misses.ts';

const script = fileURLToPath(new URL('support/overrule-often.ts', import.meta.url));
const tsx = fileURLToPath(new URL('../../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const names = ['one', 'two', 'three', 'four'];
const times = 700;

test('the newest thousand overrides are kept whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-misses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { AGENT_HOME_DATA: folder };
  const codes = await Promise.all(
    names.map(
      (name) =>
        new Promise((resolve) => {
          const env = { PATH: process.env.PATH ?? '', ...environment };
          spawn(process.execPath, [tsx, script, name, String(times)], { env, stdio: 'inherit' }).once(
            'close',
            resolve,
          );
        }),
    ),
  );
  expect(codes).toEqual([0, 0, 0, 0]);
  const lines = (await readFile(join(folder, 'routes/misses.jsonl'), 'utf8')).split('\n').slice(0, -1);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(lines.length).toBeLessThan(1_300);
  const kept = readMisses(environment);
  expect(kept).toHaveLength(1_000);
  // The stored misses of each process are its last ones, without a gap: only the oldest are missing.
  for (const name of names) {
    const numbers = kept.filter(({ chosen }) => chosen === name).map(({ prompt }) => Number(prompt.slice(7)));
    if (numbers.length === 0) continue;
    const first = Math.min(...numbers);
    expect([name, numbers.toSorted((a, b) => a - b)]).toEqual([
      name,
      Array.from({ length: times - first }, (_, at) => first + at),
    ]);
  }
});
