import type { TraceEvent } from '@agent-home/run-log';
import { expect, test } from 'vitest';
import { traceLines } from './trace-lines.ts';

test('an event of a type that has no words of its own is told by its members', () => {
  const event = (type: string, data: object) =>
    ({ type, timestamp: '2026-01-01T00:00:00.000Z', agentName: 'a\u202Eda', data }) as unknown as TraceEvent;
  expect(traceLines(event('handoff', { from: 'ada', to: 'bob', reason: '', payload: { n: 1 } }))).toEqual([
    'trace handoff (a‹U+202E›da, 2026-01-01T00:00:00.000Z)',
    '  from     ada',
    '  to       bob',
    '  reason   ',
    '  payload  {"n":1}',
  ]);
  const failed = { name: 'gu\u001Bard', passed: false, error: { code: 'gone', message: 'it is' } };
  expect(traceLines(event('guardrail', failed))).toEqual([
    'trace guardrail gu‹U+001B›ard (a‹U+202E›da, 2026-01-01T00:00:00.000Z)',
    '  passed   false',
    '  error    [gone] it is',
  ]);
});
