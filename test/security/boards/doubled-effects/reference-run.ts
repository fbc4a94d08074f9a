import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PersonsWord, Question, RunStore } from '@agent-home/agent-runtime';
import { type BindingSettings, decodeToolSpec } from '@agent-home/agent-runtime/definition';
import {
  AgentRuntime,
  type Asking,
  bindTools,
  connectMcpServers,
  createNativeTools,
  fixedPlace,
  type ReadPresentRules,
  Vault,
} from '@agent-home/runtime-node';
import { emulatedModels, referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import type { Payments } from './counting-service.ts';
import { SayingTools, said } from './saying-tools.ts';

/**
 * Script with one of each effect: files, a server, a message in a home, and requests with and without a key. One call needs
 * repaired arguments and name, and one model is unavailable and replaced by another.
 */
export const referenceScript = `
rules:
  - when: { model: mender, system: names that do not exist }
    answer: '{"repairs":[{"tool_call_id":"call_2_0","name":"write_file"}]}'
  - when: { model: mender }
    answer: '{"repairs":[{"tool_call_id":"call_2_0","arguments":{"path":"made.txt","content":"one"}}]}'
  - when: { model: small, after: { tool: pay-plainly } }
    answer: All of it is done.
  - when: { model: small, after: { tool: pay-once } }
    answer: { calls: [{ tool: pay-plainly, arguments: { amount: 2 } }] }
  - when: { model: small, after: { tool: home__say } }
    answer: { calls: [{ tool: pay-once, arguments: { amount: 1 } }] }
  - when: { model: small, after: { tool: mcp__counting__count } }
    answer: { calls: [{ tool: mcp__remote__count, arguments: {} }] }
  - when: { model: small, after: { tool: mcp__remote__count } }
    answer: { thought: Now they may know., calls: [{ tool: home__say, arguments: { text: hello everybody } }] }
  - when: { model: small, after: { tool: edit_file } }
    answer: { calls: [{ tool: mcp__counting__count, arguments: { what: once } }] }
  - when: { model: small, after: { tool: put_document } }
    answer: { calls: [{ tool: edit_file, arguments: { path: made.txt, old_text: one, new_text: one two } }] }
  - when: { model: small, after: { tool: read_file } }
    answer: { calls: [{ tool: put_document, raw: '{"path": "made.txt", content "one"' }] }
  - when: { model: small, user: go }
    answer: { text: I look first., calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;

export interface ReferencePlaces {
  folder: string;
  runs: string;
  project: string;
  /** Files with the texts that were said, and with the calls that the server counted. */
  said: string;
  counted: string;
}

export function placesIn(folder: string): ReferencePlaces {
  const project = join(folder, 'project');
  return {
    folder,
    runs: join(folder, 'runs'),
    project,
    said: join(folder, 'said'),
    counted: join(folder, 'counted'),
  };
}

export interface Surroundings {
  modelUrl: string;
  serviceUrl: string;
  /** Origin of the MCP server that is used by URL. */
  mcpUrl: string;
  /** The program of the MCP server. */
  server: string;
  now?: () => string;
  /** Rules of the moment at which another process resumes. */
  presentRules?: ReadPresentRules;
}

/** Opens the runtime of the reference run, in the calling process. */
export async function openReference(
  places: ReferencePlaces,
  store: RunStore,
  { modelUrl, serviceUrl, mcpUrl, server, now = () => new Date().toISOString(), presentRules }: Surroundings,
) {
  await mkdir(places.project, { recursive: true });
  const told: { message: string; facts: Record<string, unknown> }[] = [];
  const payments = `${serviceUrl}/${basename(places.folder)}`;
  const providers = [
    createNativeTools({ projectFolder: places.project }),
    connectMcpServers(
      [
        { name: 'counting', command: process.execPath, args: [server, places.counted] },
        { name: 'remote', url: `${mcpUrl}/${basename(places.folder)}` },
      ],
      {
        placeOf: fixedPlace(places.project, process.env),
        project: places.project,
        tell: () => undefined,
      },
    ),
    new SayingTools(places.said),
    payingTools(payments, places.project),
  ];
  const asked: Question[] = [];
  const runtime = new AgentRuntime({
    store,
    models: emulatedModels(modelUrl, { fallbacks: ['small'] }),
    providers,
    now,
    ...(presentRules === undefined ? {} : { presentRules }),
    asking: personWhoKnows(payments, places, asked),
    log: (message, facts) => void told.push({ message, facts }),
  });
  const close = () => Promise.all(providers.map((provider) => provider.close()));
  return { runtime, told, asked, close };
}

/** Both specs have a retry; the second tool could pay twice, so it must not be retried. */
function payingTools(url: string, folder: string) {
  const specs = ['pay-once', 'pay-plainly'].map((name) => {
    const isKeyed = name === 'pay-once';
    const spec = {
      inputsSchema: { type: 'object' },
      outputsSchema: {},
      timeoutMs: 10_000,
      retry: 1,
      sideEffects: true,
      idempotent: isKeyed,
    };
    const metadata = { name, owner: 'tests', version: '1.0.0' };
    const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
    return decodeToolSpec(text, { file: `${name}.tool.json`, expected: { name } });
  });
  const at = (path: string): BindingSettings => ({
    http: { method: 'POST', url: `${url}/${path}`, privateNetwork: true },
  });
  const bindings = { 'pay-once': at('keyed'), 'pay-plainly': at('plain') };
  const environment = {};
  const placeOf = fixedPlace(folder, environment);
  return bindTools(specs, bindings, { vault: new Vault({}, { environment, placeOf }), placeOf });
}

/** Returns an approver that approves everything, and that checks the outcome of a call before it reports it. */
function personWhoKnows(payments: string, places: ReferencePlaces, asked: Question[]): Asking {
  const wordOn = async ({ kind, data }: Question): Promise<PersonsWord['word']> => {
    if (kind === 'approval') return 'approve';
    const paid = async () => (await (await fetch(payments)).json()) as Payments;
    const done: Record<string, () => Promise<boolean>> = {
      'pay-plainly': async () => (await paid()).plain > 0,
      'mcp.remote.count': async () => (await paid()).remote > 0,
      'mcp.counting.count': async () => said(places.counted).length > 0,
    };
    const isDone = await done[data.tool]?.();
    return isDone ? 'done' : 'not_done';
  };
  return {
    otherwise: 'leave',
    ask: async ({ question }) => {
      asked.push(question);
      const { id: questionId, data } = question;
      const word = await wordOn(question);
      return { questionId, argumentsSha256: data.arguments_sha256, word, name: 'grace', reason: '' };
    },
  };
}

export function order() {
  const { operator, model, ...rest } = referenceOrder();
  const repair = {
    names: true,
    arguments: true,
    unfit: true,
    provider: model.provider,
    model: 'mender',
    context_window: 8_192,
    max_candidates: 8,
    max_schema_bytes: 8_000,
    max_tools: 200,
    max_attempts: 1,
  };
  return {
    ...rest,
    repair,
    model: { ...model, name: 'absent' },
    operator: { ...operator, approvalExpiresMs: 7 * 24 * 3_600_000 },
  };
}

export const referenceRunId = 'run_reference';
export const referenceMessage = { text: 'go', origin: 'user', tainted: false };
