import type { ModelRequest } from '@agent-home/agent-runtime';
import type { PausedCall } from './tool-bridge.ts';
import type { AgnoMessage, StoredRun, Turn } from './wire.ts';

type Message = ModelRequest['messages'][number];
type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

/** Beginning of a run, or its continuation with the results of the last calls. */
export type Step =
  | { kind: 'begin'; history: Turn[]; message: string }
  | { kind: 'continue'; before: Turn[]; calls: AssistantMessage; results: ToolMessage[] };

/** Returns the step that a request stands for. Undefined if it ends with neither a user's message nor results of calls. */
export function stepOf({ messages }: Pick<ModelRequest, 'messages'>): Step | undefined {
  const last = messages.at(-1);
  if (last?.role === 'user')
    return { kind: 'begin', history: messages.slice(0, -1).map(toTurn), message: last.content };
  const results: ToolMessage[] = [];
  for (const message of messages.toReversed()) {
    if (message.role === 'tool') results.unshift(message);
    else if (message.role === 'assistant' && results.length > 0) {
      const before = messages.slice(0, messages.length - results.length - 1);
      return { kind: 'continue', before: before.map(toTurn), calls: message, results };
    } else return undefined;
  }
  return undefined;
}

export function toTurn(message: Message): Turn {
  if (message.role === 'user') return { role: 'user', content: message.content };
  if (message.role === 'tool') {
    const { tool_call_id, name, content } = message;
    return { role: 'tool', tool_call_id, name, content };
  }
  const { content, tool_calls } = message;
  return { role: 'assistant', content, tool_calls };
}

/** Returns a text that is equal for conversations that a model sees alike; ids of calls are left out. */
export function fingerprint(system: string, turns: readonly Turn[]): string {
  const parts = turns.map((turn) => {
    if (turn.role === 'user') return ['user', turn.content];
    if (turn.role === 'tool') return ['tool', turn.content];
    return ['assistant', turn.content, ...turn.tool_calls.flatMap((call) => [call.name, call.arguments])];
  });
  return JSON.stringify([system, parts]);
}

/** Run of a session that waits for the results of the step, and the number of turns before its own. */
export interface FoundRun {
  runId: string;
  calls: PausedCall[];
  history: Turn[];
}

/** Finds the paused run that a step continues, among those that a process before this one began. */
export function findRun(
  runs: readonly StoredRun[],
  system: string,
  { before, calls }: Extract<Step, { kind: 'continue' }>,
): FoundRun | undefined {
  const whole = [...before, toTurn(calls)];
  for (const { run_id: runId, status, messages } of runs.toReversed()) {
    if (status !== 'PAUSED') continue;
    const own = (messages ?? []).filter(({ role }) => role !== 'system');
    const shown = (messages ?? []).find(({ role }) => role === 'system')?.content ?? '';
    const length = whole.length - own.length;
    if (shown !== system || length < 0) continue;
    const turns = own.map(fromStored);
    if (fingerprint('', turns) !== fingerprint('', whole.slice(length))) continue;
    const last = turns.at(-1);
    if (last?.role !== 'assistant') continue;
    return { runId, calls: last.tool_calls, history: whole.slice(0, length) };
  }
  return undefined;
}

function fromStored({ role, content, tool_call_id: id, tool_calls: calls }: AgnoMessage): Turn {
  const text = typeof content === 'string' ? content : '';
  if (role === 'user') return { role, content: text };
  if (role === 'tool') return { role, tool_call_id: id ?? '', name: '', content: text };
  return {
    role: 'assistant',
    content: text,
    tool_calls: (calls ?? []).map((call) => ({ id: call.id, ...call.function })),
  };
}
