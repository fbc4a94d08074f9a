import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelPort } from '@agent-home/agent-runtime';
import {
  AgentRuntime,
  boundedFetch,
  createModelPort,
  FileMemoryStore,
  FileRunStore,
  fixedPlace,
  Vault,
} from '@agent-home/runtime-node';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { Bench } from '../measure.ts';
import { openPeer } from '../peers/peer-process.ts';
import { LookUp, scriptedCalls } from '../runtime/scripted-calls.ts';

/**
 * Runs fifty calls: model, decisions, tools and the log on the disk, with a vault, redaction and memory. Compared with the model's
 * share alone.
 */
export const runtimeCalls: Bench = {
  name: 'runtime_calls',
  unit: 'ms',
  floorName: 'the same requests by bare fetch, one after another',
  target: { atMost: 1.9 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const model = await forkTypeScript<string>(new URL('../runtime/model-process.ts', import.meta.url), []);
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
    const models = modelsAt(model.ready);
    const bodies = await listRequests(model.ready, folder);
    const rounds = short ? 1 : 4;
    return {
      value: () => timed(rounds, () => runOnce(folder, models)),
      floor: () => timed(rounds, () => fetchAll(model.ready, bodies)),
      close: async () => {
        await endFork(model.child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/** Compares the same run with the AI SDK, which has no log, decisions, vault or memory. */
export const runtimeCallsUnwritten: Bench = {
  name: 'runtime_calls_unwritten',
  unit: 'ms',
  floorName: 'AI SDK, generateText',
  target: { atMost: 2 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const model = await forkTypeScript<string>(new URL('../runtime/model-process.ts', import.meta.url), []);
    const peer = await openPeer(new URL('../peers/ai-sdk-process.ts', import.meta.url), [model.ready]);
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
    const models = modelsAt(model.ready);
    const rounds = short ? 1 : 4;
    return {
      value: () => timed(rounds, () => runOnce(folder, models)),
      floor: () => peer.measure(rounds),
      close: async () => {
        await peer.close();
        await endFork(model.child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

async function timed(times: number, act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  for (let time = 0; time < times; time++) await act();
  return (performance.now() - started) / times;
}

/** One port for all runs, as in a process. */
function modelsAt(url: string, send = boundedFetch): ModelPort {
  const find = (provider: string, name: string) => ({
    provider,
    name,
    url: `${url}/v1`,
    fallbacks: [],
    timeoutMs: 60_000,
    // The default of API clients.
    stream: false,
  });
  return createModelPort(find, { fetch: send });
}

/** Ten keys, each searched for in every tool result. */
const environment = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`KEY_${index}`, `sk-${'q7Rz'.repeat(8)}-${index}`]),
);
const vault = new Vault(
  Object.fromEntries(Object.keys(environment).map((name) => [name, { env: name, tools: ['look_up'] }])),
  { environment, placeOf: fixedPlace(tmpdir(), environment) },
);
const policy = {
  name: 'house',
  version: '1.0.0',
  sha256: 'a'.repeat(64),
  spec: {
    rules: ['tool.call', 'model.use', 'data.read', 'data.write'].map((action) => ({
      effect: 'allow',
      action,
    })),
    redaction: { enabled: true, patterns: ['[0-9]{16}', '[a-z0-9.]+@[a-z0-9.]+[.][a-z]+'] },
  },
};
let runs = 0;

async function runOnce(folder: string, models: ModelPort): Promise<void> {
  const tools = new LookUp();
  runs += 1;
  const runtime = new AgentRuntime({
    store: new FileRunStore(folder),
    models,
    providers: [tools],
    vault,
    // Separate for each run: recalled memories would make later requests longer.
    memory: new FileMemoryStore(join(folder, `memory-${runs}`)),
  });
  const order = {
    ...referenceOrder({ limits: { maxTokens: 10_000_000, maxToolCalls: 100, timeoutMs: 600_000 } }),
    policies: [policy],
    memory: { backend: 'filesystem' as const, limit: 5 },
  };
  order.model.contextWindow = 1_000_000;
  const message = { text: 'Look it all up.', origin: 'user', tainted: false };
  const { state } = await runtime.postMessage(order, message);
  if (state.ended?.status !== 'answered' || tools.calls !== scriptedCalls)
    throw new Error(`${state.ended?.code}: ${tools.calls} calls`);
}

/** Returns the bodies of every request that a run makes. */
async function listRequests(url: string, folder: string): Promise<string[]> {
  const bodies: string[] = [];
  const models = modelsAt(url, (input, init) => {
    bodies.push(String(init?.body));
    return boundedFetch(input, init);
  });
  await runOnce(folder, models);
  return bodies;
}

async function fetchAll(url: string, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok || text.length === 0) throw new Error(`${answer.status}: ${text}`);
  }
}
