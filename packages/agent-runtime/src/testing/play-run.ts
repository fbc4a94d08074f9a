import { type Effect, nextEffect } from '../loop/effect.ts';
import { transition } from '../loop/transition.ts';
import type { ModelRequest } from '../ports/model-request.ts';
import type { Question } from '../ports/question.ts';
import type { RunInput } from '../ports/run-input.ts';
import { replayLog } from '../replay/replay-log.ts';
import {
  type BranchResult,
  type CallOutcome,
  type PinnedTool,
  type PresentRules,
  type RunLeg,
  type RunRecord,
  type RunStarted,
  verifyLog,
} from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import { type Answer, getAnswer } from './scripted-answer.ts';

export type { Answer, Call } from './scripted-answer.ts';

export interface Play {
  started?: Partial<RunStarted>;
  tools?: Partial<PinnedTool>[];
  /** Agents that may join, by name. */
  team?: Readonly<Record<string, RunLeg>>;
  answers: (Answer | ((request: ModelRequest) => Answer))[];
  outcome?: (call: { tool: string; arguments: object }) => CallOutcome;
  message?: { text: string; tainted?: boolean };
  /** True to verify and replay the log at the end, which takes twice as long as the run. */
  judged?: boolean;
  /** Answers of approvers to questions, in order. The run stays open after the last one. */
  people?: ((question: Question) => RunInput)[];
  /** Time at which the run resumes after an answer, and the present rules. */
  resumedAt?: string;
  present?: PresentRules;
  /** Verdicts of validators; by default everything passes. */
  judge?: (asked: { guardrail: string; output: string }) => { passed: boolean; errors: string[] };
  /** Returns the ends of the runs of a node. */
  branches?: (effect: Extract<Effect, { kind: 'branches' }>) => BranchResult[];
  /** Returns an input to use instead of performing the next effect. */
  interrupt?: (effect: Effect, state: RunState) => RunInput | undefined;
}

export interface Played {
  state: RunState;
  /** Records with attached values inserted. */
  records: RunRecord[];
  lines: string[];
  requests: ModelRequest[];
  /** Canonical names, in the order of the calls. */
  invoked: string[];
  find: (sha256: string) => string | undefined;
}

export const playTime = '2026-05-01T08:00:00.000Z';

export const okOutcome = (text: string): CallOutcome => ({
  status: 'ok',
  content: [{ type: 'text', text }],
  metadata: {},
});

export function createTool(changes: Partial<PinnedTool> = {}): PinnedTool {
  const name = changes.name ?? 'read_file';
  return {
    name,
    wire_name: name.replaceAll('.', '__'),
    source: 'native',
    description: 'A tool.',
    parameters: { type: 'object' },
    aliases: [],
    risk: 'safe',
    side_effects: false,
    idempotent: true,
    prepares: false,
    timeout_ms: 1_000,
    ...changes,
  };
}

export function getStart(changes: Partial<RunStarted> = {}): RunStarted {
  return {
    format: 3,
    run_id: 'run_played',
    session_id: 'session-1',
    agent: 'careful',
    title: 'Careful',
    definition: {},
    definition_sha256: 'a'.repeat(64),
    system_prompt: 'You are careful.',
    lists: { deny: [] },
    tools: [createTool()],
    policies: [],
    operator: { auto_approve: ['safe', 'low', 'medium', 'high'], unlocked: [] },
    limits: { max_tokens: 1_000_000, max_tool_calls: 20, timeout_ms: 60_000, max_rounds: 25 },
    model: { provider: 'emulator', name: 'small', params: {}, context_window: 8_192, reserved_output: 1_024 },
    context: [],
    tainted: false,
    event_level: 'standard',
    salt: 'b'.repeat(64),
    ...changes,
  };
}

/** Plays a run without a driver, by feeding the transition with scripted inputs. The log is verified and replayed at the end. */
export function playRun({
  started,
  tools,
  team,
  answers,
  outcome,
  message,
  interrupt,
  judge,
  branches,
  people,
  present,
  resumedAt = playTime,
  judged = true,
}: Play): Played {
  const data = getStart({ ...(tools ? { tools: tools.map(createTool) } : {}), ...started });
  const lines: string[] = [];
  const records: RunRecord[] = [];
  const requests: ModelRequest[] = [];
  const invoked: string[] = [];
  const values = new Map<string, string>();
  const left = [...answers];
  const words = [...(people ?? [])];
  let state: RunState | undefined;
  const feed = (input: RunInput) => {
    const step = transition(state, input);
    for (const { line, beside } of step.sealed) {
      lines.push(line);
      for (const [sha256, text] of beside) values.set(sha256, text);
    }
    records.push(...step.records);
    state = step.state;
    return step.state;
  };
  feed({ type: 'run.started', time: playTime, data });
  const told = {
    message_id: 'm',
    origin: 'user',
    tainted: false,
    extra: {},
    ...(message ?? { text: 'Do it.' }),
  };
  let now = feed({ type: 'kairo.user.message', time: playTime, data: told });
  for (let effect = nextEffect(now); effect; effect = nextEffect(now)) {
    const interruption = interrupt?.(effect, now);
    if (interruption) {
      now = feed(interruption);
      continue;
    }
    if (effect.kind === 'model') {
      requests.push(effect.request);
      const next = left.shift();
      if (next === undefined) throw new Error('the script has no more answers');
      now = feed(getInput(effect, typeof next === 'function' ? next(effect.request) : next));
    } else if (effect.kind === 'recall' || effect.kind === 'memorize') {
      const data = { operation: effect.kind, code: 'not_configured', message: 'no store here' };
      now = feed({ type: 'memory.unavailable', time: playTime, data });
    } else if (effect.kind === 'open_leg') {
      now = feed(legInput(effect, team));
    } else if (effect.kind === 'branches') {
      const { node, attempt } = effect;
      const results = branches?.(effect) ?? [];
      const delegated = { input_tokens: 10, output_tokens: 5, tool_calls: 1, rounds: 1 };
      now = feed({
        type: 'graph.branches_ended',
        time: playTime,
        data: { node, attempt, results, delegated },
      });
    } else if (effect.kind === 'validate') {
      const { guardrail } = effect;
      const judged = judge?.(effect) ?? { passed: true, errors: [] };
      now = feed({ type: 'guardrail.judged', time: playTime, data: { guardrail, ...judged } });
    } else if (effect.kind === 'prepare') {
      const { callId: tool_call_id } = effect.call;
      now = feed({ type: 'call.prepared', time: playTime, data: { tool_call_id, prepared: { key: 'k' } } });
    } else if (effect.kind === 'go_on') {
      const data = { reason: 'answered', ...(present === undefined ? {} : { present }) };
      now = feed({ type: 'run.resumed', time: resumedAt, data });
    } else if (effect.kind === 'ask') {
      const answer = words.shift();
      if (!answer) break;
      now = feed(answer(effect.question));
    } else {
      const { tool, arguments: args, callId: tool_call_id } = effect.call;
      if (!effect.withdrawn) invoked.push(tool);
      const given = effect.withdrawn ?? outcome?.({ tool, arguments: args }) ?? okOutcome('done');
      now = feed({
        type: 'call.finished',
        time: playTime,
        data: { tool_call_id, outcome: given, settled: false, elapsed_ms: 1 },
      });
    }
  }
  const find = (sha256: string) => values.get(sha256);
  if (judged) judgeLog(lines, find);
  return { state: now, records, lines, requests, invoked, find };
}

function judgeLog(lines: readonly string[], find: Played['find']): void {
  verifyLog(lines);
  const replayed = replayLog(lines, find);
  if (replayed.missing.length > 0 || replayed.records.length !== lines.length)
    throw new Error('unequal replay');
}

function legInput({ agent, leg }: Extract<Effect, { kind: 'open_leg' }>, team: Play['team']): RunInput {
  const pinned = team?.[agent];
  const missing = { agent, code: 'agent_not_found', message: 'not here' };
  return pinned
    ? { type: 'run.leg_started', time: playTime, data: { leg, pinned } }
    : { type: 'run.leg_unavailable', time: playTime, data: missing };
}

function getInput({ modelCallId }: Extract<Effect, { kind: 'model' }>, answer: Answer): RunInput {
  const model_call_id = modelCallId;
  if ('code' in answer) return { type: 'model.failed', time: playTime, data: { model_call_id, ...answer } };
  return { type: 'model.answered', time: playTime, data: { model_call_id, ...getAnswer(answer) } };
}
