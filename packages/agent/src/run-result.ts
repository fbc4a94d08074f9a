import type { RunState } from '@agent-home/agent-runtime';
import { AgentError } from './agent-error.ts';

/** End of a run. */
export interface RunResult {
  /** Answer of the agent; empty if there is none. */
  output: string;
  runId: string;
  /** Continues the conversation as the `session` of another run. */
  sessionId: string;
  status: 'answered' | 'failed' | 'cancelled';
  /** Reason if the run was not answered. */
  code?: string;
  /** Further details if the code is not sufficient. */
  message?: string;
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

/**
 * @param failure message of the last request to a model that failed
 * @throws AgentError `run_left_open`
 */
export function toResult(runId: string, { first, ended }: RunState, failure?: string): RunResult {
  if (!ended)
    throw new AgentError('run_left_open', `run ${runId} has no end: see agent-home runs show ${runId}`);
  const { status, code, answer, usage } = ended;
  const message = ended.message ?? (status === 'failed' && code?.startsWith('model_') ? failure : undefined);
  return {
    output: answer,
    runId,
    sessionId: first.session_id,
    status,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    usage: {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      toolCalls: usage.tool_calls,
      ...(usage.cost === undefined ? {} : { cost: usage.cost }),
    },
  };
}
