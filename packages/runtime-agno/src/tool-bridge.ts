import type { ModelAnswer, ModelRequest } from '@agent-home/agent-runtime';
import { OutsideGatewayError } from '@agent-home/runtime-node';
import { type AgnoTool, callArgumentsSchema, type Definition } from './wire.ts';

/** Paused call of a run: agno's id, which need not be the one in the log. */
export interface PausedCall {
  id: string;
  name: string;
}

/** Result of a call, for `/continue`. */
export interface CallResult {
  tool_call_id: string;
  tool_name: string;
  tool_args: Record<string, never>;
  external_execution_required: true;
  result: string;
  tool_call_error: boolean;
}

/** Returns the offered tools as definitions; the program executes none of them. */
export function offeredTools({ tools }: Pick<ModelRequest, 'tools'>): Definition['tools'] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
}

/**
 * Returns the calls that a paused run waits for.
 * @throws OutsideGatewayError for a tool that agno would execute after a confirmation
 */
export function pausedCalls(tools: readonly AgnoTool[]): ModelAnswer['tool_calls'] {
  return tools.flatMap((tool) => {
    if (tool.requires_confirmation === true || tool.requires_user_input === true)
      throw new OutsideGatewayError(`agno would execute ${tool.tool_name ?? 'a tool'} itself`);
    if (tool.external_execution_required !== true) return [];
    const { text } = callArgumentsSchema.parse(tool.tool_args);
    return [
      {
        id: tool.tool_call_id ?? '',
        name: (tool.tool_name ?? '').toWellFormed(),
        arguments: text.toWellFormed(),
      },
    ];
  });
}

/** Returns the calls, of which one sent twice with one id counts once, as it does for the native runtime. */
export function withoutRepeated(calls: ModelAnswer['tool_calls']): ModelAnswer['tool_calls'] {
  const seen = new Set<string>();
  return calls.filter((call) => {
    const text = JSON.stringify([call.id, call.name, call.arguments]);
    const isRepeated = call.id !== '' && seen.has(text);
    seen.add(text);
    return !isRepeated;
  });
}

/**
 * Returns the results of a run's calls under agno's ids, in the order of the calls. Undefined if they do not belong to these calls
 * one by one, or if two calls have one id at agno.
 */
export function callResults(
  calls: readonly PausedCall[],
  results: readonly { content: string; is_error: boolean }[],
): CallResult[] | undefined {
  const ids = new Set(calls.map(({ id }) => id));
  if (calls.length !== results.length || ids.size !== calls.length || ids.has('')) return undefined;
  return calls.map(({ id, name }, index) => ({
    tool_call_id: id,
    tool_name: name,
    tool_args: {},
    external_execution_required: true,
    result: results[index]?.content ?? '',
    tool_call_error: results[index]?.is_error ?? true,
  }));
}
