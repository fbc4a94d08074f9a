import { AgentRuntime } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { message } from './support/bound-calls.ts';
import { openWorkshop } from './support/reference-home.ts';
import { emulatedModels } from './support/reference-order.ts';

test('runs a posted message by its order', async () => {
  const { store, emulator, order, check, runtime } = await openWorkshop('rules: [{ answer: hello }]');
  const models = emulatedModels(emulator.url);
  const posted: string[] = [];
  const alone = new AgentRuntime({
    store,
    models,
    providers: [],
    orderFor: ({ text }) => {
      posted.push(text);
      return order({ sessionId: 'session-of-the-order' });
    },
  });
  const heard: string[] = [];
  alone.on('kairo.user.message', ({ correlationId = '' }) => heard.push(correlationId));
  const { runId, state } = await alone.postMessage({ ...message, text: 'good morning' });
  expect([posted, state.ended?.answer, state.started.session_id]).toEqual([
    ['good morning'],
    'hello',
    'session-of-the-order',
  ]);
  expect(heard).toEqual([runId]);
  await check(runId);
  await expect(runtime.postMessage(message)).rejects.toMatchObject({ code: 'order_missing' });
});
