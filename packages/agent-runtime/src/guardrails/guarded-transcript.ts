import { canonicalJson } from '@agent-home/protocol';
import { type CallRequested, type ChatMessage, sayTool } from '../run-log/index.ts';
import { outputErrors } from '../schemas/schema-validator.ts';
import { isGuarded } from '../state/output-check.ts';
import type { RunState } from '../state/run-state.ts';
import { hasEarlierWording } from '../wording/select-wording.ts';
import { withheldArguments } from './judge-output.ts';

type Answer = Extract<ChatMessage, { role: 'assistant' }>;

/**
 * Returns a response with calls as the conversation keeps it if guardrails check the agent's output. Text next to calls is not
 * checked, so it is removed. The text of a call that contains a message, or that names no tool yet, is removed too.
 */
export function guardedAnswer(
  message: Answer,
  calls: readonly CallRequested[],
  { toolsByName }: Pick<RunState, 'toolsByName'>,
): Answer {
  if (!toolsByName.has(sayTool)) return { ...message, content: '' };
  const tool_calls = message.tool_calls.map((call, index) => {
    const name = calls[index]?.name ?? '';
    return name === sayTool || name === '' ? { ...call, arguments: withheldArguments } : call;
  });
  return { ...message, content: '', tool_calls };
}

/** Returns a schema error without member names that the model wrote, since the error is sent to the model. */
export function withoutWrittenNames(
  call: CallRequested,
  { toolsByName, started, first }: Pick<RunState, 'toolsByName' | 'started' | 'first'>,
): CallRequested {
  if (call.schema_errors === undefined || call.name !== sayTool || !isGuarded(started)) return call;
  const { parameters = {} } = toolsByName.get(sayTool) ?? {};
  return { ...call, schema_errors: outputErrors(parameters, call.arguments, hasEarlierWording(first)) };
}

/** Returns the transcript after the guardrails have passed a call's text. */
export function withSaid(
  transcript: readonly ChatMessage[],
  { tool_call_id, arguments: said }: CallRequested,
): ChatMessage[] {
  // Another run of the session may have had a call of the same id.
  const last = transcript.findLastIndex(({ role }) => role === 'assistant');
  return transcript.map((message, index) => {
    if (message.role !== 'assistant' || index !== last) return message;
    const tool_calls = message.tool_calls.map((call) =>
      call.id === tool_call_id ? { ...call, arguments: canonicalJson(said) } : call,
    );
    return { ...message, tool_calls };
  });
}
