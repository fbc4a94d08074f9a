import type { JsonObject } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { followPlans } from './run-plans.ts';

const drafts: [type: string, data: JsonObject][] = [
  ['run.started', { agent: 'careful' }],
  ['kairo.intent.started', { intentId: 'intent-1', query: 'x', context: {} }],
  ['context.built', { round: 1, prompt_sha256: 'a' }],
  ['model.requested', { model_call_id: 'm1' }],
  ['model.answered', { model_call_id: 'm1', tool_calls: [{}, {}] }],
  ['kairo.agent.thought', { content: 'hm' }],
  ['model.requested', { model_call_id: 'm2', purpose: 'repair' }],
  ['model.answered', { model_call_id: 'm2', tool_calls: [] }],
  ['call.requested', { tool_call_id: 'c1', name: 'read_file', requested_name: 'cat' }],
  ['call.requested', { tool_call_id: 'c2', name: 'ask_user', requested_name: 'ask_user' }],
  ['policy.decided', {}],
  ['context.built', { round: 2, prompt_sha256: 'b' }],
  ['model.requested', { model_call_id: 'm3' }],
  ['model.answered', { model_call_id: 'm3', tool_calls: [] }],
  ['run.ended', {}],
];

test('plans each round from its response and its calls', () => {
  const planOf = followPlans();
  const plans = drafts.flatMap(([type, data], seq) => {
    const time = `t${seq}`;
    return planOf({ type, data, seq, time, id: `run_x:${seq}`, source: 's', correlationId: 'run_x' }) ?? [];
  });
  const shared = { intentId: 'intent-1', agent: 'careful' };
  expect(plans).toEqual([
    {
      ...shared,
      round: 1,
      time: 't4',
      causationId: 'run_x:4',
      promptSha256: 'a',
      actions: [
        { action: 'call', toolCallId: 'c1', name: 'read_file', requestedName: 'cat' },
        { action: 'query', toolCallId: 'c2', name: 'ask_user', requestedName: 'ask_user' },
      ],
    },
    {
      ...shared,
      round: 2,
      time: 't13',
      causationId: 'run_x:13',
      promptSha256: 'b',
      actions: [{ action: 'say' }],
    },
  ]);
});
