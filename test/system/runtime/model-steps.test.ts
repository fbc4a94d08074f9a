import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelPort } from '@agent-home/agent-runtime';
import { AgentRuntime, FileRunStore, fixedPlace, Vault } from '@agent-home/runtime-node';
import { expect, onTestFinished, test } from 'vitest';
import { judgeLog } from './support/judge-log.ts';
import { referenceOrder } from './support/reference-order.ts';

const secret = 'Zr4-a-secret-of-a-step-9Qk';

/** Returns a model of another runtime, whose memory changes before it answers. */
function remembering(detail: string): ModelPort {
  return {
    async ask({ model, provider }, { onStep }) {
      onStep?.({ event: 'MemoryUpdated', detail });
      return {
        answered: {
          ...{ content: 'fine', thought: '', tool_calls: [], stop_reason: 'end_turn', model, provider },
          ...{ usage: { input_tokens: 1, output_tokens: 1 }, elapsed_ms: 1, attempts: [] },
        },
      };
    },
  };
}

test('events of other runtimes are records without secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-steps-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { SECRET: secret };
  const vault = new Vault({ it: { env: 'SECRET' } }, { environment, placeOf: fixedPlace('/', environment) });
  await vault.value('vault://it');
  const store = new FileRunStore(folder);
  for (const [detail, recorded] of [
    ['One fact.', 'One fact.'],
    [`The key is ${secret}.`, expect.not.stringContaining(secret)],
    [`a\ud800${'x'.repeat(5_000)}`, expect.stringMatching(/^a\ufffdx{1998}$/)],
  ] as const) {
    const runtime = new AgentRuntime({ store, vault, models: remembering(detail), providers: [] });
    const message = { text: 'go', origin: 'user', tainted: false };
    const { runId } = await runtime.postMessage(referenceOrder(), message);
    const { whole } = judgeLog(await store.read(runId));
    const steps = whole.filter(({ type }) => type === 'model.step');
    expect(steps.map(({ data }) => [data.event, data.detail])).toEqual([['MemoryUpdated', recorded]]);
  }
});
