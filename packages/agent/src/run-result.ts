import { agentAtWork, getQuestion, type RunState, runUsage } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';

/** End of a run. */
export interface RunResult {
  /** Answer of the agent; empty if there is none. */
  output: string;
  runId: string;
  /** Continues the conversation as the `session` of another run. */
  sessionId: string;
  /** `waiting` if it waits for the answers to `pending`: see `resume`. */
  status: 'answered' | 'failed' | 'cancelled' | 'waiting';
  /** Reason if the run was not answered. */
  code?: string;
  /** Further details if the code is not sufficient. */
  message?: string;
  /** Questions that a waiting run has, its own or those of tasks that it gave to others. */
  pending?: PendingQuestion[];
  usage: RunUsage;
}

/** Usage of all requests and calls of a run. */
export interface RunUsage {
  inputTokens: number;
  outputTokens: number;
  toolCalls: number;
  /** In the currency of the model's price; without a price it is absent or 0. */
  cost?: number;
}

/** Question to an approver that a run waits for. */
export interface PendingQuestion {
  /** `approval`, or `outcome` for a call whose outcome a crash has hidden: see `agent-home approvals settle`. */
  kind: 'approval' | 'outcome';
  runId: string;
  agent: string;
  tool: string;
  arguments: JsonObject;
  /** Node of the graph that has the question; absent for a call. */
  node?: string;
}

/** @param failure message of the last request to a model that failed */
export function toResult(
  runId: string,
  state: RunState,
  { failure, pending }: { failure: string | undefined; pending: PendingQuestion[] },
): RunResult {
  const { first, ended } = state;
  const { status = 'waiting', code, answer = '' } = ended ?? {};
  const message = ended?.message ?? (status === 'failed' && code?.startsWith('model_') ? failure : undefined);
  return {
    output: answer,
    runId,
    sessionId: first.session_id,
    status,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(ended ? {} : { pending }),
    usage: toUsage(ended?.usage ?? runUsage(state)),
  };
}

function toUsage(usage: ReturnType<typeof runUsage>): RunUsage {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    toolCalls: usage.tool_calls,
    ...(usage.cost === undefined ? {} : { cost: usage.cost }),
  };
}

/** Returns the question that a run waits for; empty without one. */
export function pendingOf(state: RunState): PendingQuestion[] {
  const question = getQuestion(state);
  if (!question) return [];
  const { kind, data } = question;
  return [
    {
      kind,
      runId: state.first.run_id,
      agent: agentAtWork(state),
      tool: data.tool,
      arguments: data.arguments as JsonObject,
      ...('node' in data && data.node !== undefined ? { node: data.node } : {}),
    },
  ];
}
