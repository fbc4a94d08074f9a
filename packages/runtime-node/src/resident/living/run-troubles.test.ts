import type { RunStore } from '@agent-home/agent-runtime';
import { expect, test } from 'vitest';
import type { RunResult } from '../../index.ts';
import { type RunTrouble, RunTroubles } from './run-troubles.ts';

const ended = (runId: string, end: object) => ({ runId, state: { ended: end } }) as unknown as RunResult;
const failed = (runId: string, code: string, message?: string) =>
  ended(runId, { status: 'failed', code, ...(message === undefined ? {} : { message }) });

function troublesWith(lines: string[] = []): { troubles: RunTroubles; reported: RunTrouble[] } {
  const reported: RunTrouble[] = [];
  const store = { read: async () => ({ lines }) } as unknown as RunStore;
  return { troubles: new RunTroubles(store, (trouble) => reported.push(trouble)), reported };
}

test('reports a distinct failure of a resident once', async () => {
  const { troubles, reported } = troublesWith();
  await troubles.note(failed('run_1', 'too_many_tokens', 'maxTokens 300 is reached: 290 tokens generated'));
  await troubles.note(failed('run_2', 'too_many_tokens', 'maxTokens 300 is reached: 299 tokens generated'));
  await troubles.note(failed('run_3', 'timeout', 'timeoutMs 100 is reached'));
  expect(reported.map(({ runId, code }) => [runId, code])).toEqual([
    ['run_1', 'too_many_tokens'],
    ['run_3', 'timeout'],
  ]);
  expect(troubles.latest).toMatchObject({ runId: 'run_3' });
  await troubles.note(ended('run_4', { status: 'answered' }));
  expect(troubles.latest).toBeUndefined();
  await troubles.note(failed('run_5', 'timeout', 'timeoutMs 100 is reached'));
  expect(reported).toHaveLength(3);
});

test("reports a failed model in its provider's words", async () => {
  const data = { model_call_id: 'm', code: 'model_unavailable', message: 'quota is used up', attempts: [] };
  const { troubles, reported } = troublesWith([JSON.stringify({ type: 'model.failed', data })]);
  await troubles.note(failed('run_1', 'model_unavailable'));
  expect(reported).toEqual([{ runId: 'run_1', code: 'model_unavailable', message: 'quota is used up' }]);
});
