import type { Question } from '@agent-home/agent-runtime';
import { AgentRuntime, type Asking, type PresentHere } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { acting, actor, open } from './support/interrupted.ts';
import { referenceOrder } from './support/reference-order.ts';

const permissive = { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] };
const here = (deny: string[], operator = permissive): PresentHere => ({
  operator,
  orders: new Map([
    ['careful', { definition: referenceOrder({ tools: { deny } }).definition, policies: [] }],
  ]),
});

/** Creates the runtime of a process that resumes the run with the given current rules. */
async function resumedBy(present: () => PresentHere, cut: string, parts: Parameters<typeof actor>[0] = {}) {
  const { provider, acted } = actor(parts);
  const run = await open([acting], provider);
  await run.start();
  await run.cutAfter(cut);
  acted.length = 0;
  const models = { ask: async () => ({ answered: { ...acting, content: 'done', tool_calls: [] } }) };
  const presentRules = async () => present();
  const runtime = new AgentRuntime({ store: run.store, models, providers: [provider], presentRules });
  const { state } = await runtime.resume('run_interrupted');
  const { whole } = await run.check();
  return { acted, state, whole };
}

test('makes no call that was denied before the resumption', async () => {
  const notDone = { settle: async () => ({ state: 'not_done' as const }) };
  for (const present of [() => here(['act']), () => here([], { autoApprove: [], unlocked: [] })])
    for (const cut of ['model.answered', 'policy.decided', 'kairo.tool.invoke']) {
      const { acted, state } = await resumedBy(present, cut, notDone);
      expect([cut, acted, state.ended?.answer]).toEqual([cut, [], 'done']);
    }
  const allowed = await resumedBy(() => here([]), 'kairo.tool.invoke', notDone);
  expect(allowed.acted).toHaveLength(1);
});

test('keeps the outcome of a call that was done', async () => {
  const outcome = {
    status: 'ok' as const,
    content: [{ type: 'text' as const, text: 'it was done' }],
    metadata: {},
  };
  const settle = async () => ({ state: 'done' as const, outcome });
  const { acted, whole } = await resumedBy(() => here(['act']), 'kairo.tool.invoke', { settle });
  expect(acted).toEqual([]);
  expect(whole.find(({ type }) => type === 'kairo.tool.result')?.data.result).toMatchObject(outcome);
});

test('stops a resumption if the rules cannot be read', async () => {
  const { provider, acted } = actor({});
  const run = await open([acting], provider);
  await run.start();
  await run.cutAfter('policy.decided');
  acted.length = 0;
  const presentRules = async () => {
    throw Object.assign(new Error('the settings cannot be used'), { code: 'invalid_settings' });
  };
  const models = { ask: async () => ({ answered: acting }) };
  const runtime = new AgentRuntime({ store: run.store, models, providers: [provider], presentRules });
  await expect(runtime.resume('run_interrupted')).rejects.toMatchObject({ code: 'invalid_settings' });
  expect(acted).toEqual([]);
});

test('decides an approved call by the rules of the moment', async () => {
  const { provider, acted } = actor({});
  const run = await open([acting], provider);
  let present = here([]);
  const asking: Asking = {
    otherwise: 'fail',
    ask: async ({ question }: { question: Question }) => {
      // Days later.
      present = here(['act']);
      const word = { questionId: question.id, argumentsSha256: question.data.arguments_sha256 };
      return { ...word, word: 'approve', name: 'grace', reason: '' };
    },
  };
  let asked = 0;
  const models = {
    ask: async () => ({ answered: asked++ === 0 ? acting : { ...acting, content: 'done', tool_calls: [] } }),
  };
  const presentRules = async () => present;
  const runtime = new AgentRuntime({ store: run.store, models, providers: [provider], presentRules, asking });
  const order = {
    ...referenceOrder(),
    operator: { autoApprove: [], unlocked: [], approvalExpiresMs: 60_000 },
  };
  const message = { text: 'go', origin: 'user', tainted: false };
  const { state } = await runtime.postMessage(order, message, { runId: 'run_interrupted' });
  expect([acted, state.ended?.answer]).toEqual([[], 'done']);
  const decisions = (await run.check()).whole.filter(({ data }) => data.action === 'tool.call');
  expect(decisions.map(({ data }) => data.effect)).toEqual(['confirm', 'deny']);
});
