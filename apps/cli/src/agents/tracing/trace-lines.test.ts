import type { TraceEvent } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { traceLines } from './trace-lines.ts';

test('handoff and guardrail events print all members escaped', () => {
  const told = { timestamp: '2026-01-01T00:00:00.000Z', agentName: 'a\u202Eda' };
  const handoff: TraceEvent = {
    ...told,
    type: 'handoff',
    data: { from: 'ada', to: 'b\u001Bob', reason: 'yours', payload: { n: 1 } },
  };
  expect(traceLines(handoff)).toEqual([
    'trace handoff ada to b‹U+001B›ob (a‹U+202E›da, 2026-01-01T00:00:00.000Z)',
    '  reason   yours',
    '  payload  {"n":1}',
  ]);
  const guardrail: TraceEvent = {
    ...told,
    type: 'guardrail',
    data: { name: 'gu\u001Bard', passed: false, policy: 'reject', errors: ['/a: is missing', '/b: no'] },
  };
  expect(traceLines(guardrail)).toEqual([
    'trace guardrail gu‹U+001B›ard: did not pass, policy reject (a‹U+202E›da, 2026-01-01T00:00:00.000Z)',
    '  errors   /a: is missing; /b: no',
  ]);
});
