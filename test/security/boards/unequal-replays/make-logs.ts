import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolProvider } from '@agent-home/agent-runtime';
import {
  AgentRuntime,
  type Asking,
  connectMcpServers,
  createNativeTools,
  FileMemoryStore,
  FileRunStore,
  fixedPlace,
} from '@agent-home/runtime-node';
import { replayedRecords } from '../../../support/run-logs/collect-logs.ts';
import { emulatedModels, referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { SayingTools } from '../doubled-effects/saying-tools.ts';
import { startMcpUrlServer } from '../mcp-url-server.ts';

/** Messages, and the model's reaction to each: every kind of record results from one of these. */
export const script = `
rules:
  - when: { model: small, user: stand in }
    fault: { kind: error, status: 503, retryAfterSeconds: 0 }
  - when: { user: many, count: 0 }
    answer:
      thought: I look at all of it.
      text: Let me see what there is in this place before I answer you.
      chunk: 6
      chunkDelayMs: 30
      calls:
        - { tool: read_file, arguments: { path: large.txt } }
        - { tool: write_file, arguments: { path: made.txt, content: one } }
        - { tool: no_such_tool, arguments: {} }
        - { tool: read_file, raw: '{"path": ' }
        - { tool: delete_file, arguments: { path: made.txt } }
  - when: { user: many, count: 1 }
    answer: { calls: [{ tool: bash, arguments: { command: 'cat large.txt' } }, { tool: home__say, arguments: { text: hello } }] }
  - when: { user: many, count: 2 }
    answer: { calls: [{ tool: read_result, arguments: { call_id: call_1_0, offset: 9000 } }, { tool: mcp_remote_say, arguments: {} }] }
  - when: { user: again }
    answer: { calls: [{ tool: read_file, arguments: { path: missing.txt } }] }
  - when: { user: empty }
    fault: { kind: emptyAnswer }
  - answer: { text: All of it is done., chunk: 4 }
`;

const first = 'many things';
const later = ['many things more', 'stand in for it', 'again and again', 'empty', 'plain'];
const approves: Asking = {
  otherwise: 'fail',
  ask: async ({ question: { id, data } }) => ({
    questionId: id,
    argumentsSha256: data.arguments_sha256,
    word: 'approve',
    name: 'grace',
    reason: '',
  }),
};

/**
 * Runs the real parts below a folder.
 * @returns the folder of their logs
 */
export async function makeLogs(folder: string, modelUrl: string): Promise<string> {
  const project = join(folder, 'project');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'large.txt'), 'a line of many\n'.repeat(4_000));
  const runs = join(folder, 'runs');
  const remote = await startMcpUrlServer({
    tools: () => [{ name: 'say', description: 'Says it.', inputSchema: { type: 'object' } }],
    call: () => ({ content: [{ type: 'text', text: 'a line of it\n'.repeat(2_000) }] }),
  });
  const providers: ToolProvider[] = [
    createNativeTools({ projectFolder: project }),
    new SayingTools(join(folder, 'said')),
    connectMcpServers([{ name: 'remote', url: remote.url }], {
      placeOf: fixedPlace(project, process.env),
      project,
      tell: () => undefined,
    }),
  ];
  try {
    const play = async (text: string, number: number) => {
      // Every other run gets its tools in reverse order.
      const ordered = number % 2 === 0 ? providers : providers.toReversed();
      const runtime = new AgentRuntime({
        store: new FileRunStore(runs),
        memory: new FileMemoryStore(join(folder, 'memory')),
        models: emulatedModels(modelUrl, { fallbacks: ['second'] }),
        providers: ordered,
        asking: approves,
      });
      const order = referenceOrder({ tools: { deny: ['delete_file'] } });
      await runtime.postMessage(
        {
          ...order,
          model: { ...order.model, contextWindow: 200_000 },
          operator: { ...order.operator, autoApprove: ['safe'], approvalExpiresMs: 60_000 },
          memory: { backend: 'filesystem', limit: 5 },
        },
        { text, origin: 'user', tainted: number % 3 === 1 },
        { runId: `run_number_${number}` },
      );
    };
    // Fills the memory for the later runs.
    await play(first, 0);
    await Promise.all(later.map((text, index) => play(text, index + 1)));
  } finally {
    await Promise.allSettled(providers.map((provider) => provider.close()));
    await remote.close();
  }
  return runs;
}

export interface Replays {
  logs: number;
  records: number;
  types: string[];
  unequal: string[];
}

/** Replays all logs below a folder, last first, because state that one run leaves in a process must not affect the next. */
export async function replayAll(runs: string): Promise<Replays> {
  const replays: Replays = { logs: 0, records: 0, types: [], unequal: [] };
  const types = new Set<string>();
  for (const run of (await readdir(runs)).toSorted().toReversed()) {
    replays.logs++;
    try {
      const records = replayedRecords(await readCopy(join(runs, run)));
      replays.records += records.length;
      for (const { type } of records) types.add(type);
    } catch (error) {
      replays.unequal.push(`${run}: ${String(error).split('\n')[0]?.slice(0, 200)}`);
    }
  }
  return { ...replays, types: [...types].toSorted() };
}

async function readCopy(folder: string): Promise<{ text: string; values: Record<string, string> }> {
  const names = await readdir(join(folder, 'values')).catch(() => []);
  const values = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, 'values', name), 'utf8')] as const),
  );
  return { text: await readFile(join(folder, 'log.jsonl'), 'utf8'), values: Object.fromEntries(values) };
}

/** Replays when run as a process of its own. */
const [, , told] = process.argv;
if (told?.startsWith('{')) {
  const { runs } = JSON.parse(told) as { runs: string };
  process.stdout.write(JSON.stringify(await replayAll(runs)));
}
