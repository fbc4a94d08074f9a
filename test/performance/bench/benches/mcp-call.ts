import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelPort, ToolProvider } from '@agent-home/agent-runtime';
import { AgentRuntime, connectMcpServers, FileRunStore, fixedPlace } from '@agent-home/runtime-node';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import type { Bench } from '../measure.ts';
import { openPeer } from '../peers/peer-process.ts';
import { echoed, echoServer } from '../runtime/mcp-echo.ts';
import { scriptedModels } from '../runtime/scripted-answers.ts';

/** Calls of one run, one in each of its rounds. */
const callsOfRun = 20;

/**
 * Measures a call of an MCP server's tool: from the model's response with the call until the next request, with the decision, the
 * log on the disk and the settlement. The server is trusted: calls after the result of an untrusted one need an approval.
 */
export const mcpCall: Bench = {
  name: 'mcp_call',
  unit: 'ms/call',
  floorName: 'the MCP client of the SDK, with a server process of its own',
  target: { atMost: 1.3 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const peer = await openPeer(new URL('../peers/mcp-client-process.ts', import.meta.url));
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
    const provider = connectMcpServers([{ name: 'everything', ...echoServer, trusted: true }], {
      placeOf: fixedPlace(folder, process.env),
      project: folder,
      tell: ({ code, message }) => console.error(`  ${code}: ${message}`),
    });
    const runs = short ? 2 : 20;
    return {
      value: () => millisecondsPerCall(join(folder, 'runs'), provider, runs),
      floor: () => peer.measure(runs * callsOfRun),
      close: async () => {
        await provider.close();
        await peer.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

async function millisecondsPerCall(folder: string, provider: ToolProvider, runs: number): Promise<number> {
  const { models, taken } = callingModels();
  const runtime = new AgentRuntime({ store: new FileRunStore(folder), models, providers: [provider] });
  const order = referenceOrder({ limits: { maxTokens: 10_000_000, maxToolCalls: 100, timeoutMs: 600_000 } });
  order.model.contextWindow = 1_000_000;
  const message = { text: 'Find the invoice.', origin: 'user', tainted: false };
  for (let run = 0; run < runs; run++) {
    const { state } = await runtime.postMessage(order, message);
    if (state.ended?.status !== 'answered') throw new Error(`the run ended with ${state.ended?.code}`);
  }
  await rm(folder, { recursive: true });
  return taken() / (runs * callsOfRun);
}

/** Returns a model that calls the tool until the last round, and the time for which it waited for results. */
function callingModels(): { models: ModelPort; taken: () => number } {
  let taken = 0;
  let answeredAt = 0;
  const models = scriptedModels(({ messages }) => {
    const requestedAt = performance.now();
    const results = messages.filter((message) => message.role === 'tool');
    const last = results.at(-1);
    if (last !== undefined) {
      if (!last.content.includes(echoed(results.length - 1).message))
        throw new Error(`the tool returned ${last.content}`);
      taken += requestedAt - answeredAt;
    }
    answeredAt = performance.now();
    if (results.length === callsOfRun) return { content: 'It is in line 12.', tool_calls: [] };
    const call = {
      id: `call-${results.length}`,
      name: 'mcp__everything__echo',
      arguments: JSON.stringify(echoed(results.length)),
    };
    return { content: '', tool_calls: [call] };
  });
  return { models, taken: () => taken };
}
