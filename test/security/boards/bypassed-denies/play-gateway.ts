import type {
  ModelPort,
  Question as PersonsQuestion,
  PersonsWord,
  RunStore,
} from '@agent-home/agent-runtime';
import type { PinnedPolicy } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import { AgentRuntime, type Asking, type RunSetup } from '@agent-home/runtime-node';
import { judgeLog } from '../../../system/runtime/support/judge-log.ts';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import type { House, Question, Risk, Verdict } from './case.ts';
import { CountingTools } from './counting-tools.ts';
import { judgeCase } from './oracle/judge-case.ts';

/** Outcomes of a call that needs confirmation. */
export const people = ['approve', 'deny', 'other arguments', 'forged', 'silence', 'nobody'] as const;
export type People = (typeof people)[number];

/** Form in which the model writes its arguments. */
export const spellings = ['plain', 'sloppy', 'cut off'] as const;
export type Spelling = (typeof spellings)[number];

export interface GatewayCase {
  house: House;
  question: Question & { requested: string };
  people: People;
  spelling: Spelling;
}

export interface Played {
  expected: Verdict['effect'] | 'no_model';
  /** Number of calls that reached their tool. */
  calls: number;
  /** Description of the fault; undefined if there is none. */
  wrong: string | undefined;
}

/** Levels fixed by the requirements (S3-56 to S3-60, and of a home's tools): no provider declares another level for these tools. */
const required: Readonly<Record<string, Risk>> = {
  read_file: 'safe',
  write_file: 'low',
  bash: 'medium',
  delete_file: 'high',
  system_shutdown: 'critical',
  'home.read': 'safe',
  'home.say': 'low',
};

/** Plays one case through a whole run: a model that calls, approvers, and a tool that counts. */
export async function playGateway(
  { house: asGenerated, question, people: who, spelling }: GatewayCase,
  store: RunStore,
): Promise<Played> {
  const tools = new CountingTools(asGenerated.tools);
  const { bound, ...unbound } = asGenerated;
  const house: House = {
    ...unbound,
    // The policies of a home follow the identity of the run; those of a run without one do not exist.
    ...(bound === undefined || question.agentId === ''
      ? {}
      : { bound: { ...bound, agentId: question.agentId, isStale: false } }),
    tools: asGenerated.tools.map((tool) => ({ ...tool, risk: required[tool.name] ?? tool.risk })),
  };
  const runtime = new AgentRuntime({
    store,
    models: modelThatCalls(question, spelling),
    providers: [tools],
    now: () => new Date(question.time).toISOString(),
    asking: asking(who, store),
  });
  const { agent, agentId, provider, tainted, origin } = question;
  const order = createOrder(house, { agent, agentId, provider, isAnybodyThere: who !== 'nobody' });
  const { runId, state } = await runtime.postMessage(order, { text: 'go', origin, tainted });
  const { whole } = judgeLog(await store.read(runId));

  const inRun = { ...question, session: {}, callsMade: 0, time: new Date(question.time).toISOString() };
  const mayThink = judgeCase(house, { ...inRun, requested: undefined }).effect === 'allow';
  const verdict = judgeCase(house, inRun);
  const expected = mayThink ? verdict.effect : 'no_model';
  const tool = tools.calls[0];
  const told = () =>
    `${question.requested}: ${expected}, ${who}, ${spelling}: ${state.ended?.code ?? state.waiting.for}`;
  const wrong = (() => {
    const mayCall = expected === 'allow' || (expected === 'confirm' && who === 'approve');
    if (tools.calls.length > 0 && !mayCall) return `called although ${told()}`;
    if (tools.calls.length > 1) return `called ${tools.calls.length} times: ${told()}`;
    // Sloppy arguments are repaired only for tools without side effects; truncated ones never.
    if (spelling === 'cut off' && tools.calls.length > 0) return `completed what was cut off: ${told()}`;
    // The runtime itself handles read_result, so only its decision is compared.
    const isCounted = foldedName(question.requested) !== 'readresult';
    if (spelling === 'plain' && mayCall && isCounted && tools.calls.length === 0)
      return `not called: ${told()}`;
    if (tool && JSON.stringify(sorted(tool.arguments)) !== JSON.stringify(sorted(question.arguments)))
      return `called with other arguments: ${JSON.stringify(tool.arguments)}`;
    const decided = whole.filter(
      ({ type, data }) => type === 'policy.decided' && data.action === 'tool.call' && data.effect === 'allow',
    );
    if (tools.calls.length > decided.length) return `called without a decision: ${told()}`;
    const [first] = whole.filter(
      ({ type, data }) => type === 'policy.decided' && data.action === 'tool.call',
    );
    const isSame = first === undefined || first.data.effect === verdict.effect || isRefused(first.data.code);
    return isSame ? undefined : `decided ${String(first?.data.effect)} where it is ${told()}`;
  })();
  return { expected, calls: tools.calls.length, wrong };
}

/** Folds a name to its letters, because resolution compares only those. */
function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

/** Returns true for the code that the log has for a confirmation without any approver: such a call is denied. */
function isRefused(code: unknown): boolean {
  return code === 'approval_unavailable';
}

function createOrder(
  { lists, policies, operator, maxToolCalls, servers, bound }: House,
  about: { agent: string; agentId: string; provider: string; isAnybodyThere: boolean },
): RunSetup {
  const { agent, agentId, provider, isAnybodyThere } = about;
  const order = referenceOrder({
    name: agent,
    tools: lists,
    limits: { maxTokens: 100_000, maxToolCalls, timeoutMs: 60_000 },
  });
  const identity = { agent_id: agentId, home: 'http://home', card_sha256: 'b'.repeat(64), key_id: 'key' };
  return {
    ...order,
    model: { ...order.model, provider },
    servers,
    policies: policies.map(pinned),
    ...(bound === undefined
      ? {}
      : {
          policyBundle: {
            version: 1,
            sha256: 'b'.repeat(64),
            policies: bound.policies.map((policy) => ({ ...pinned(policy), bound_by: 'owner' as const })),
          },
        }),
    operator: { ...operator, ...(isAnybodyThere ? { approvalExpiresMs: 60_000 } : {}) },
    ...(agentId === '' ? {} : { identity }),
  };
}

function pinned({ name, rules }: House['policies'][number]): PinnedPolicy {
  return { name, version: '1.0.0', sha256: 'a'.repeat(64), spec: { rules } as unknown as JsonObject };
}

/** Returns a model that calls once and then reports that it is done, for any result. */
function modelThatCalls(question: Question & { requested: string }, spelling: Spelling): ModelPort {
  let asked = 0;
  const text = JSON.stringify(question.arguments);
  const written = { plain: text, sloppy: `${text.slice(0, -1)},}`, 'cut off': text.slice(0, -1) }[spelling];
  return {
    async ask({ model, provider }) {
      const isFirst = asked++ === 0;
      const calls = isFirst ? [{ id: 'call_1', name: question.requested, arguments: written }] : [];
      const stop = spelling === 'cut off' ? 'max_tokens' : 'tool_use';
      return {
        answered: {
          thought: '',
          content: isFirst ? '' : 'done',
          tool_calls: calls,
          stop_reason: isFirst ? stop : 'end_turn',
          model,
          provider,
          usage: { input_tokens: 1, output_tokens: 1 },
          elapsed_ms: 1,
          attempts: [],
        },
      };
    },
  };
}

function asking(who: People, store: RunStore): Asking {
  const wordTo = (question: PersonsQuestion, changes: Partial<PersonsWord>): PersonsWord => ({
    questionId: question.id,
    argumentsSha256: question.data.arguments_sha256,
    word: 'approve',
    name: 'grace',
    reason: '',
    ...changes,
  });
  return {
    otherwise: 'fail',
    async ask({ runId, question }) {
      if (who === 'silence') return undefined;
      if (who === 'deny') return wordTo(question, { word: 'deny' });
      if (who === 'other arguments') return wordTo(question, { argumentsSha256: '0'.repeat(64) });
      if (who === 'forged') {
        const forged = wordTo(question, { questionId: `ask_${'0'.repeat(32)}` });
        await store.request(runId, { kind: 'answer', ...forged });
        return undefined;
      }
      return wordTo(question, {});
    },
  };
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
