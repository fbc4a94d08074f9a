import { expect, test } from 'vitest';
import { StepLines } from './step-lines.ts';

const entry = (id: string, key?: string) => ({
  id: id.repeat(64),
  agent: 'ada',
  session_id: 'session-1',
  time: '2026-01-01T00:00:00.000Z',
  text: 'It is blue.',
  tainted: false,
  origin: { run_id: 'run_1', seq: 1, hash: 'a'.repeat(64) },
  ...(key === undefined ? {} : { key }),
});

const recalled = (round: number, entries: ReturnType<typeof entry>[]) => ({
  type: 'memory.recalled',
  time: '2026-01-01T00:00:00.000Z',
  seq: round,
  id: 'record',
  source: 'runtime',
  correlationId: 'run_1',
  data: { round, entries },
});

test('names recalled entries once, escaped', () => {
  const lines = new StepLines(80);
  const tell = (round: number, entries: ReturnType<typeof entry>[]) => lines.tell(recalled(round, entries));
  const four = [
    entry('a', 'door'),
    entry('b', '\u001b[2Jx'),
    entry('c'),
    entry('d', 'roof'),
    entry('e', 'wall'),
  ];
  const [line, ...more] = tell(1, four);
  expect(more).toEqual([]);
  expect(line).toMatch(/^recalled 5 entries of its memory: door, .*roof, …$/);
  expect(line).not.toContain('\u001b');
  expect(tell(2, four)).toEqual([]);
  expect(tell(3, [entry('c')])).toEqual(['recalled 1 entry of its memory']);
  expect(tell(4, [])).toEqual([]);
});
