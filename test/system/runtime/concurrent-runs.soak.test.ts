import { readFile } from 'node:fs/promises';
import { verifyLog } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { openProject } from '../commands/support/agent-project.ts';

const script = `
rules:
  - answer: { text: 'Heard {{user}}.', delayMs: 300 }
`;
const numbers = Array.from({ length: 30 }, (_, number) => number);
const toMarkers = (value: unknown) => [...new Set(JSON.stringify(value).match(/marker-\d+-/g))];

test('concurrent runs of one agent mix no messages', async () => {
  const { run, runs, log } = await openProject(script);
  await run('agents', 'run', 'ada', '-p', 'marker-99-');
  const ended = await Promise.all(
    numbers.map((number) => {
      const place = number % 3 === 0 ? ['--new'] : [];
      return run('agents', 'run', 'ada', '-p', `marker-${number}-`, ...place);
    }),
  );
  const refused = ended.filter(({ code }) => code !== 0);
  for (const { code, stderr } of refused)
    expect([code, stderr]).toEqual([1, expect.stringContaining('[session_busy]')]);
  expect(refused.length).toBeGreaterThan(0);
  for (const [number, { code }] of ended.entries())
    if (number % 3 === 0) expect([number, code]).toEqual([number, 0]);

  const told = new Map<string, { at: string; until: string; before: string[]; own: string[] }[]>();
  const all = await runs();
  expect(all).toHaveLength(ended.length - refused.length + 1);
  for (const { run_id: runId, session_id: session } of all) {
    const { records } = verifyLog((await readFile(log(runId), 'utf8')).trimEnd().split('\n'));
    const [started, said] = records;
    const last = records.at(-1);
    const one = {
      at: started?.time ?? '',
      until: last?.time ?? '',
      before: toMarkers(started?.data.context),
      own: toMarkers(said?.data.text),
    };
    told.set(session, [...(told.get(session) ?? []), one]);
  }
  for (const [session, runsOf] of told) {
    const inOrder = runsOf.sort((one, other) => (one.at < other.at ? -1 : 1));
    for (const [index, { at, before }] of inOrder.entries()) {
      const earlier = inOrder.slice(0, index);
      // Runs are sequential, and each knows the earlier messages of its session.
      for (const { until } of earlier) expect([session, until <= at]).toEqual([session, true]);
      expect([session, before.sort()]).toEqual([session, earlier.flatMap(({ own }) => own).sort()]);
    }
  }
}, 180_000);
