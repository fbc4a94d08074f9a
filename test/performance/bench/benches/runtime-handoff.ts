import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelPort } from '@agent-home/agent-runtime';
import { AgentRuntime, FileRunStore, type Team } from '@agent-home/runtime-node';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { type Bench, percentile } from '../measure.ts';
import { openPeer } from '../peers/peer-process.ts';
import { scriptedModels } from '../runtime/scripted-answers.ts';

/**
 * Measures a hop: from the response by which one agent hands over until the other's first request to its model. This project's hop
 * is decided and in the log on disk by then; LangGraph has a checkpoint in memory, OpenAI Agents JS writes nothing.
 */
export const runtimeHandoff: Bench = handoffBench({
  name: 'runtime_handoff',
  floorName: 'LangGraph with MemorySaver',
  peerScript: 'langgraph-handoff-process.ts',
  target: { atMost: 1 },
});

/** Compares with a peer that stores no step, so the ratio is only watched. */
export const runtimeHandoffUnwritten: Bench = handoffBench({
  name: 'runtime_handoff_unwritten',
  floorName: 'OpenAI Agents JS, without tracing',
  peerScript: 'openai-agents-process.ts',
  target: { atMost: 5 },
});

function handoffBench({
  peerScript,
  ...named
}: Pick<Bench, 'name' | 'floorName' | 'target'> & { peerScript: string }): Bench {
  return {
    ...named,
    unit: 'ms (p95)',
    pairs: { full: 9, short: 1 },
    async open({ short }) {
      const peer = await openPeer(new URL(`../peers/${peerScript}`, import.meta.url));
      const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
      const hops = short ? 20 : 200;
      return {
        value: () => hopsOfOurs(join(folder, 'runs'), hops),
        floor: () => peer.measure(hops),
        close: async () => {
          await peer.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}

const team: Team = {
  member: async (agent) => ({
    order: { ...referenceOrder({ name: agent, title: 'Second' }), systemPrompt: 'You are the second.' },
    providers: [],
    memory: undefined,
  }),
};

async function hopsOfOurs(folder: string, count: number): Promise<number> {
  const { models, hop } = handingOver();
  const runtime = new AgentRuntime({ store: new FileRunStore(folder), models, providers: [], team });
  const order = referenceOrder({ name: 'first', teamwork: { handoffs: [{ to: 'second', payload }] } });
  const message = { text: 'Which line is it?', origin: 'user', tainted: false };
  const hops: number[] = [];
  for (let run = 0; run < count; run++) {
    const { state } = await runtime.postMessage(order, message);
    if (state.ended?.status !== 'answered' || state.started.agent !== 'second')
      throw new Error(`${state.started.agent}: ${state.ended?.code}`);
    hops.push(hop());
  }
  await rm(folder, { recursive: true });
  return percentile(hops, 0.95);
}

/** Same payload as the peer's. */
const payload = {
  schema: {
    type: 'object',
    properties: {
      reason: { type: 'string' },
      context: {
        type: 'object',
        properties: { file: { type: 'string' }, line: { type: 'number' } },
        required: ['file', 'line'],
        additionalProperties: false,
      },
    },
    required: ['reason', 'context'],
    additionalProperties: false,
  },
};
const passedOn = { reason: 'This is about billing.', context: { file: 'invoices/2026.md', line: 12 } };

function handingOver(): { models: ModelPort; hop: () => number } {
  let answeredAt = 0;
  let hop = Number.NaN;
  const call = { id: 'call-1', name: 'handoff_to_second', arguments: JSON.stringify(passedOn) };
  const models = scriptedModels(({ system }) => {
    if (system === 'You are the second.') {
      hop = performance.now() - answeredAt;
      return { content: 'It is line 12.', tool_calls: [] };
    }
    hop = Number.NaN;
    answeredAt = performance.now();
    return { content: '', tool_calls: [call] };
  });
  return { models, hop: () => hop };
}
