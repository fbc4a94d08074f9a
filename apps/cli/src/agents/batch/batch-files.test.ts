import { appendFile, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BatchFiles, getStateFile } from './batch-files.ts';
import type { BatchResult } from './batch-result.ts';

const start = {
  format: 1,
  batch: 'a'.repeat(16),
  agent: 'sorter',
  definition_sha256: 'b'.repeat(64),
} as const;
const computeSha = (line: number) => String(line).repeat(64).slice(0, 64);
const usage = { input_tokens: 3, output_tokens: 2, tool_calls: 0, rounds: 1 };
const getResult = (line: number): BatchResult => ({
  line,
  status: 'answered',
  answer: `世界 ${line}`,
  run_id: `run_${line}`,
  session_id: 'session-1',
  usage,
  elapsed_ms: 1,
});

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-batch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'out.jsonl');
}

async function reopened(output: string): Promise<{ files: BatchFiles; ended: number[] }> {
  const ended: number[] = [];
  const files = await BatchFiles.open(output);
  await files.readEntries(({ line }) => ended.push(line));
  return { files, ended };
}

test('results and state agree after any kill', async () => {
  const output = await openFolder();
  const files = BatchFiles.create(output, start);
  for (const line of [1, 2, 3]) files.begin(line, computeSha(line));
  for (const line of [2, 1]) files.end(getResult(line));
  files.close();
  const state = await readFile(getStateFile(output));
  const results = await readFile(output);
  const first = state.indexOf('\n') + 1;
  for (let cut = first; cut <= state.length; cut += 11) {
    await writeFile(getStateFile(output), state.subarray(0, cut));
    // Half of the next result is already written.
    await writeFile(output, Buffer.concat([results, Buffer.from('{"line":3,"sta')]));
    const { files: again, ended } = await reopened(output);
    again.begin(4, computeSha(4));
    for (const line of [1, 2, 3, 4]) {
      if (again.lines.getState(line, computeSha(line)) === 'new' && line < 4)
        again.begin(line, computeSha(line));
      if (!ended.includes(line)) again.end(getResult(line));
    }
    again.close();
    const lines = (await readFile(output, 'utf8')).trimEnd().split('\n');
    expect([cut, lines.map((line) => (JSON.parse(line) as BatchResult).line).toSorted()]).toEqual([
      cut,
      [1, 2, 3, 4],
    ]);
    expect((await reopened(output)).ended.toSorted()).toEqual([1, 2, 3, 4]);
  }
});

test('batch files are private and replace nothing', async () => {
  const output = await openFolder();
  BatchFiles.create(output, start).close();
  for (const file of [output, getStateFile(output)]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(() => BatchFiles.create(output, start)).toThrow(expect.objectContaining({ code: 'batch_exists' }));
  const other = `${output}.other`;
  await writeFile(other, 'mine');
  expect(() => BatchFiles.create(other, start)).toThrow(expect.objectContaining({ code: 'batch_exists' }));
  await expect(stat(getStateFile(other))).rejects.toThrow(/ENOENT/);
  await rm(output);
  await symlink(other, output);
  await expect(BatchFiles.open(output)).rejects.toMatchObject({ code: 'output_unusable' });
  expect(await readFile(other, 'utf8')).toBe('mine');
});

test('a batch with changed files is damaged', async () => {
  const output = await openFolder();
  const files = BatchFiles.create(output, start);
  files.begin(1, computeSha(1));
  files.end(getResult(1));
  files.close();
  const { size } = await stat(output);
  await truncate(output, size - 1);
  await expect(reopened(output)).rejects.toMatchObject({ code: 'batch_damaged' });
  await appendFile(output, '\n');
  expect((await reopened(output)).ended).toEqual([1]);
  const entries: unknown[] = [
    { line: 1, status: 'answered', input_tokens: 1, output_tokens: 1, results_bytes: size },
    { line: 60_000_000, sha256: computeSha(1) },
    { line: 0, sha256: computeSha(1) },
    [],
  ];
  const state = await readFile(getStateFile(output));
  for (const entry of entries) {
    await writeFile(getStateFile(output), `${state}${JSON.stringify(entry)}\n`);
    await expect(reopened(output)).rejects.toMatchObject({ code: 'batch_damaged', message: /line 4/ });
  }
  expect((await stat(output)).size).toBe(size);
});
