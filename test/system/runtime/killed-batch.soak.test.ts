import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openBatchProject } from '../commands/support/batch-project.ts';

const count = 40;
const script = `
rules:
  - when: { after: { tool: write_file } }
    answer: { text: 'Heard {{user}}.', delayMs: 120 }
  - when: { user: hear }
    answer: { calls: [{ tool: write_file, arguments: { path: 'done/{{user}}.txt', content: 'done' } }] }
`;

test('a killed batch runs each line once', async () => {
  const { write, read, start, run, results, runs, emulator } = await openBatchProject(script);
  await write('in.txt', Array.from({ length: count }, (_, number) => `hear-${number}-`).join('\n'));
  const words = ['agents', 'batch', 'sorter', '--input', 'in.txt', '--output', 'out.jsonl'];
  const collectQuestions = (number: number) =>
    emulator.journal().filter((entry) => JSON.stringify(entry).includes(`hear-${number}-`)).length;
  const asked = new Map<number, number>();
  for (const atLeast of [1, 4, 9, 15, 22]) {
    const again = atLeast === 1 ? [] : ['--resume'];
    const going = start(...words, ...again, '--concurrency', '5');
    await eventually(async () => {
      const text = await read('out.jsonl');
      expect(text.split('\n').length).toBeGreaterThan(atLeast);
    }, 60_000);
    going.child.kill('SIGKILL');
    await going.ended;
    // From here on the batch sends no request for lines that it has recorded as ended.
    const known = (await read('out.jsonl.batch')).split('\n').slice(0, -1);
    for (const entry of known.map((line) => JSON.parse(line) as { line: number; status?: string }))
      if (entry.status !== undefined && !asked.has(entry.line))
        asked.set(entry.line, collectQuestions(entry.line - 1));
  }
  const last = await run(...words, '--resume', '--format', 'json', '--concurrency', '5');
  expect([last.code, JSON.parse(last.stdout)]).toEqual([
    0,
    expect.objectContaining({ lines: count, answered: count, complete: true }),
  ]);
  const lines = (await results()).map(({ line, answer }) => [line, answer]);
  expect(lines.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
    Array.from({ length: count }, (_, number) => [number + 1, `Heard hear-${number}-.`]),
  );
  // One run per line, despite the kills.
  const listed = await runs();
  expect([listed.length, new Set(listed.map(({ state }) => state))]).toEqual([count, new Set(['answered'])]);
  for (const [line, times] of asked) expect([line, collectQuestions(line - 1)]).toEqual([line, times]);
  expect(asked.size).toBeGreaterThan(20);
}, 300_000);
