import type { RunStore, RunSummary } from '@agent-home/agent-runtime';
import { expect, test } from 'vitest';
import { residentTroubles } from './resident-health.ts';

const session = 'lamp@hall@0123456789ab';
const run = (runId: string, more: Partial<RunSummary>): RunSummary => ({
  runId,
  sessionId: session,
  agent: 'lamp',
  hasOthers: false,
  startedAt: '2026-01-01T00:00:00Z',
  status: 'answered',
  ...more,
});
const usage = { input_tokens: 1, output_tokens: 1, tool_calls: 0, rounds: 1 };
const ended = {
  status: 'failed',
  code: 'too_many_tokens',
  message: 'maxTokens 300 is reached',
  answer: '',
  usage,
};

function collectTroubles(runs: RunSummary[]) {
  const store: Pick<RunStore, 'list' | 'read'> = {
    list: async () => runs,
    read: async () => ({
      lines: [JSON.stringify({ type: 'run.ended', data: ended })],
      tornBytes: 0,
      value: () => undefined,
      isAuthentic: () => true,
    }),
  };
  return residentTroubles(store);
}

test('finds residents whose latest run failed', async () => {
  const failed = run('run_2', { status: 'failed', code: 'too_many_tokens' });
  expect(await collectTroubles([failed, run('run_1', {})])).toEqual([
    { agent: 'lamp', run_id: 'run_2', code: 'too_many_tokens', message: 'maxTokens 300 is reached' },
  ]);
  // An open run has no result yet; a later answered run shows that the agent is well.
  expect(await collectTroubles([run('run_3', { status: 'open' }), failed])).toHaveLength(1);
  expect(await collectTroubles([run('run_3', {}), failed])).toEqual([]);
  expect(await collectTroubles([{ ...failed, sessionId: 'session_1' }])).toEqual([]);
});
