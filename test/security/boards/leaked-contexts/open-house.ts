import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  AgentRuntime,
  connectMcpServers,
  createNativeTools,
  FileMemoryStore,
  FileRunStore,
  fixedPlace,
  sessionContext,
} from '@agent-home/runtime-node';
import { emulatedModels, referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import type { Cast, Seat } from './cast.ts';

/** Input of every process of the board. */
export interface Setup {
  /** Folder with runs, memory and projects of all agents. */
  folder: string;
  modelUrl: string;
  /** The program of the MCP servers. */
  server: string;
  /** URL of the MCP server that all agents use, each with its own key. */
  serverUrl: string;
  cast: Cast;
}

export interface Posted {
  runId: string;
  answer: string;
}

export interface House {
  /** @param seat number of the seat; @param text message to post */
  post(seat: number, text: string): Promise<Posted>;
  close(): Promise<void>;
}

/** Opens all agents of one process, with one store of runs, one of memory, and one connection to the models. */
export function openHouse({ folder, modelUrl, server, serverUrl, cast }: Setup): House {
  const store = new FileRunStore(join(folder, 'runs'));
  const common = {
    store,
    memory: new FileMemoryStore(join(folder, 'memory')),
    models: emulatedModels(modelUrl, { fallbacks: ['second'], timeoutMs: 20_000 }),
  };
  const own = new Map(
    cast.seats
      .filter(({ isShared }) => !isShared)
      .map(({ agent, home, server: key }) => [agent, { home, key }]),
  );
  const project = (agent: string) => join(folder, 'projects', agent);
  const ofAgents = [...own].map(([agent, { home, key }]) => ({
    agent,
    providers: [
      createNativeTools({ projectFolder: project(agent), environment: { ...process.env, HOME: `/${home}` } }),
      connectMcpServers(
        [
          { name: 'keeper', command: process.execPath, args: [server], env: { KEEPER_KEY: key } },
          { name: 'remote', url: serverUrl, headers: { 'X-Key': key } },
        ],
        {
          placeOf: fixedPlace(project(agent), process.env),
          project: project(agent),
          tell: () => undefined,
        },
      ),
    ],
  }));
  const shared = [createNativeTools({ projectFolder: project('shared') })];
  const sharedRuntime = new AgentRuntime({ ...common, providers: shared });
  const runtimes = new Map(
    ofAgents.map(({ agent, providers }) => [agent, new AgentRuntime({ ...common, providers })]),
  );
  return {
    async post(number, text) {
      const seat = cast.seats[number];
      if (!seat) throw new Error(`there is no seat ${number}`);
      const { agent, session: sessionId } = seat;
      const { messages, tainted } = await sessionContext(store, { agent, sessionId });
      const order = { ...createOrder(seat), context: messages, tainted };
      const runtime = runtimes.get(agent) ?? sharedRuntime;
      const { runId, state } = await runtime.postMessage(order, { text, origin: 'user', tainted: false });
      return { runId, answer: state.ended?.answer ?? `no answer: ${state.ended?.code}` };
    },
    async close() {
      const providers = [...shared, ...ofAgents.flatMap((each) => each.providers)];
      await Promise.allSettled(providers.map((provider) => provider.close()));
    },
  };
}

function createOrder({ agent, session, prompt, mark, scope }: Seat) {
  const systemPrompt = `You are ${agent}, of ${prompt}. This is ${mark}.`;
  const order = referenceOrder({ name: agent, systemPrompt });
  return {
    ...order,
    systemPrompt,
    model: { ...order.model, name: 'first', contextWindow: 64_000 },
    operator: { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] },
    sessionId: session,
    memory: { backend: 'filesystem' as const, limit: 5, scope },
  };
}

/** Runs as a process of its own: reads a line of JSON for each message, and prints one with its result. */
const [, , told] = process.argv;
if (told?.startsWith('{')) {
  const { readFile } = await import('node:fs/promises');
  const { setup } = JSON.parse(told) as { setup: string };
  const house = openHouse(JSON.parse(await readFile(setup, 'utf8')) as Setup);
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, seat, text } = JSON.parse(line) as { id: number; seat: number; text: string };
    house.post(seat, text).then(
      (posted) => process.stdout.write(`${JSON.stringify({ id, posted })}\n`),
      (error: unknown) => process.stdout.write(`${JSON.stringify({ id, error: String(error) })}\n`),
    );
  }
  await house.close();
}
