import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentRuntime, FileRunStore, type RunSetup } from '@agent-home/runtime-node';
import { expect, onTestFinished, test } from 'vitest';
import { scriptedModels } from '../../performance/bench/runtime/scripted-answers.ts';
import { referenceOrder } from './support/reference-order.ts';

const price = { input: 1, output: 1 };

/** Creates an order of an agent with a cost limit, on a model with or without a price. */
function createOrder(name: string, { maxCost, isPriced }: { maxCost?: number; isPriced: boolean }): RunSetup {
  const limits = { maxTokens: 100_000, maxToolCalls: 20, timeoutMs: 60_000 };
  const order = referenceOrder({ name, limits: maxCost === undefined ? limits : { ...limits, maxCost } });
  return isPriced ? { ...order, model: { ...order.model, price } } : order;
}

async function run(flow: RunSetup) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-prices-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const members: Record<string, RunSetup> = {
    frugal: createOrder('frugal', { maxCost: 1, isPriced: true }),
    free: createOrder('free', { isPriced: false }),
  };
  const graph = {
    entry: 'one',
    nodes: [
      { name: 'one', agent: 'frugal' },
      { name: 'two', agent: 'free' },
    ],
    edges: [{ from: 'one', to: 'two' }],
  };
  const runtime = new AgentRuntime({
    store: new FileRunStore(folder),
    models: scriptedModels(() => ({ content: 'Done.', tool_calls: [] })),
    providers: [],
    team: {
      member: async (name) => ({ order: members[name] ?? flow, providers: [], memory: undefined }),
    },
  });
  const order = { ...flow, definition: { ...flow.definition, teamwork: { graph } } };
  const { state } = await runtime.postMessage(order, { text: 'Go.', origin: 'user', tainted: false });
  return state.ended;
}

test('a node’s budget binds only that node', async () => {
  expect(await run(createOrder('flow', { isPriced: false }))).toMatchObject({ status: 'answered' });
  expect(await run(createOrder('flow', { maxCost: 5, isPriced: true }))).toMatchObject({
    status: 'failed',
    code: 'price_missing',
  });
});
