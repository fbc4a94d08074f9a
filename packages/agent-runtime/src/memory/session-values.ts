import type { ToolDescription } from '../ports/tool-provider.ts';
import {
  type CallOutcome,
  type CallRequested,
  longestSessionValue,
  type SessionMemory,
  type SessionValue,
} from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** Name of the tool that sets session memory values. */
export const rememberTool = 'remember';

/** Describes the built-in tool. It changes only the run, whose log is the memory. */
export function describeRemember(keys: readonly string[]): ToolDescription {
  return {
    name: rememberTool,
    source: 'native',
    description:
      'Stores a short text under a key for the rest of this conversation and replaces the earlier text. An empty text removes the key.',
    parameters: {
      type: 'object',
      properties: {
        key: { type: 'string', enum: [...keys] },
        value: { type: 'string', maxLength: longestSessionValue },
      },
      required: ['key', 'value'],
      additionalProperties: false,
    },
    aliases: [],
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    prepares: false,
    timeoutMs: 5_000,
  };
}

/** Returns the value that a call sets. Undefined for other tools, and for a call that failed. */
export function rememberedBy(
  memory: SessionMemory | undefined,
  { name, arguments: args }: CallRequested,
  { outcome, tainted }: { outcome: CallOutcome; tainted: boolean },
): SessionValue | undefined {
  const { key, value } = args;
  if (!memory || name !== rememberTool || outcome.status !== 'ok') return undefined;
  if (typeof key !== 'string' || typeof value !== 'string' || !memory.keys.includes(key)) return undefined;
  return { key, value, tainted };
}

/** Sets a value, keeping the order of the keys; an empty text deletes it. */
export function withValue(
  { keys }: SessionMemory,
  values: readonly SessionValue[],
  set: SessionValue,
): SessionValue[] {
  const all = new Map([...values, set].map((each) => [each.key, each]));
  return keys.flatMap((key) => all.get(key) ?? []).filter(({ value }) => value !== '');
}

/** Sets the value of a `remember` call for the rest of the session, after the call was decided on and executed like any other. */
export function remember(
  state: RunState,
  writer: StepWriter,
  { call, outcome, cause }: { call: CallRequested; outcome: CallOutcome; cause: number },
): RunState {
  const { session_memory: memory } = state.started;
  const set = rememberedBy(memory, call, { outcome, tainted: state.tainted });
  if (!memory || !set) return state;
  writer.write('memory.remembered', { ...set, tool_call_id: call.tool_call_id }, cause);
  return { ...state, remembered: withValue(memory, state.remembered, set) };
}
