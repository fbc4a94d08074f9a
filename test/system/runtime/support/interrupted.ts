import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  CallTicket,
  ModelAnswer,
  ModelPort,
  PreparedCall,
  RunWriter,
  ToolProvider,
} from '@agent-home/agent-runtime';
import { AgentRuntime, type Asking, FileRunStore, type RunSetup } from '@agent-home/runtime-node';
import { onTestFinished } from 'vitest';
import { judgeLog } from './judge-log.ts';
import { referenceOrder } from './reference-order.ts';

export const answer = (content: string, calls: ModelAnswer['tool_calls'] = []): ModelAnswer => ({
  content,
  thought: '',
  tool_calls: calls,
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
  model: 'm',
  provider: 'p',
  elapsed_ms: 1,
  attempts: [],
});
export const acting = answer('', [{ id: 'a', name: 'act', arguments: '{}' }]);
export const done = {
  status: 'ok' as const,
  content: [{ type: 'text' as const, text: 'done' }],
  metadata: {},
};

/** Creates a provider of one tool, whose parts tests override. */
export function actor(
  parts: Partial<ToolProvider>,
  about: { prepares?: boolean; idempotent?: boolean; source?: 'native' | 'mcp' } = {},
) {
  const acted: string[] = [];
  const provider: ToolProvider = {
    source: 'native',
    tools: async () => [
      {
        name: 'act',
        source: 'native',
        description: '',
        parameters: { type: 'object' },
        aliases: [],
        risk: 'safe',
        sideEffects: true,
        idempotent: false,
        prepares: false,
        timeoutMs: 100,
        ...about,
      },
    ],
    invoke: async (ticket: CallTicket, call: PreparedCall) => {
      ticket.open(call);
      acted.push(call.callId);
      return done;
    },
    close: async () => {},
    ...parts,
  };
  return { provider, acted };
}

export async function open(
  answers: (ModelAnswer | 'hang')[],
  provider: ToolProvider,
  clock = { time: Date.parse('2026-05-01T08:00:00Z') },
) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-interrupted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = new FileRunStore(folder);
  const left = [...answers];
  const models: ModelPort = {
    ask: (_, { signal }) => {
      const next = left.shift() ?? answer('done');
      if (next !== 'hang') return Promise.resolve({ answered: next });
      return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const told: string[] = [];
  const runtime = new AgentRuntime({
    store,
    models,
    providers: [provider],
    now: () => new Date(clock.time).toISOString(),
    log: (message) => void told.push(message),
  });
  const log = join(folder, 'run_interrupted', 'log.jsonl');
  const start = (
    signal?: AbortSignal,
    limits: { timeoutMs?: number } = {},
    order: Partial<RunSetup> = {},
    asking?: Asking,
  ) =>
    runtime.postMessage(
      {
        ...referenceOrder({
          limits: { maxTokens: 100_000, maxToolCalls: 20, timeoutMs: 60_000, ...limits },
        }),
        ...order,
      },
      { text: 'go', origin: 'user', tainted: false },
      { runId: 'run_interrupted', ...(signal ? { signal } : {}), ...(asking ? { asking } : {}) },
    );
  const check = async () => judgeLog(await store.read('run_interrupted'));
  /** Simulates a process that died after this part of the log was written. */
  const cutAfter = async (type: string, more = '') => {
    const lines = (await readFile(log, 'utf8')).split('\n');
    const last = lines.findLastIndex((line) => line.includes(`"type":"${type}"`));
    await writeFile(log, `${lines.slice(0, last + 1).join('\n')}\n`);
    await appendFile(log, more);
  };
  return { folder, store, runtime, start, check, cutAfter, told, clock };
}

/** Runs an extra action at the first sync of a log. */
export function withFirstSync(writer: RunWriter, sync: () => Promise<void>): RunWriter {
  let synced = 0;
  return {
    tornBytes: writer.tornBytes,
    append: (lines, beside) => writer.append(lines, beside),
    sync: () => (synced++ === 0 ? sync() : writer.sync()),
    consumeRequests: () => writer.consumeRequests(),
    close: () => writer.close(),
  };
}
