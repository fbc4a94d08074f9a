import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './run-command.ts';

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const run = (folder: string, words: string[], timeoutMs = 20_000) =>
  runCommand({
    ...{ program: 'sh', arguments: words, folder, timeoutMs, maximumBytes: 4_096 },
    environment: { PATH: process.env.PATH ?? '' },
    signal: new AbortController().signal,
  });

/** Returns command lines of living processes that name the text. */
async function commandLines(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text));
}

test('ends processes that start each other in new sessions', async ({ skip }) => {
  skip(process.platform !== 'linux', 'other systems do not list the environment of processes');
  const folder = await openFolder();
  const script = join(folder, 'again.sh');
  // Each process starts its successor in a session of its own and ends.
  await writeFile(script, '#!/bin/sh\nsetsid "$0" "$1" </dev/null >/dev/null 2>&1 &\n');
  await chmod(script, 0o700);
  const start = 'for chain in 1 2 3 4 5 6 7 8; do "$0" "$chain"; done; sleep 100';
  const { ended } = await run(folder, ['-c', start, script], 300);
  expect(ended).toBe('timed_out');
  expect(await commandLines(script)).toEqual([]);
});

test('a tool ends first when memory runs out', async ({ skip }) => {
  skip(process.platform !== 'linux', 'other systems have no such order');
  const folder = await openFolder();
  const read = 'cat /proc/self/oom_score_adj';
  const own = Number(await readFile('/proc/self/oom_score_adj', 'utf8'));
  const { output } = await run(folder, ['-c', `until [ "$(${read})" != ${own} ]; do :; done; ${read}`]);
  expect(Number(output)).toBeGreaterThan(own);
});
