import type { Turn } from '../conversation/conversation.ts';
import { readWith } from '../wire/read-with.ts';
import type { WireRequest } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';
import { chatRequestSchema, hasFiles, type OpenAiMessage, textOfContent } from './request-schema.ts';

/** @throws WireError as the vendor refuses */
export function readRequest(body: unknown): WireRequest {
  const request = readWith(chatRequestSchema, body);
  const { model, messages, stream, stream_options, tools, stop } = request;
  const maximumTokens = request.max_completion_tokens ?? request.max_tokens;
  return {
    conversation: {
      model,
      system: messages.flatMap(systemTexts).join('\n\n'),
      turns: collectTurns(messages),
      tools: (tools ?? []).map((tool) => tool.function.name),
      ...(maximumTokens && { maximumTokens }),
      stopSequences: [stop ?? []].flat().filter((sequence) => sequence !== ''),
    },
    messages,
    stream: stream ?? false,
    streamUsage: stream_options?.include_usage ?? false,
  };
}

function systemTexts(message: OpenAiMessage): string[] {
  return message.role === 'system' || message.role === 'developer' ? [textOfContent(message.content)] : [];
}

/** Returns the turns. Checks that each call has a result and that each result belongs to a call. */
function collectTurns(messages: OpenAiMessage[]): Turn[] {
  const turns: Turn[] = [];
  let open = new Map<string, string>();
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'tool') assertAnswered(open, index);
    const result = turns.at(-1);
    if (message.role === 'user' && result?.role === 'tool' && hasFiles(message.content)) {
      // Results have no files in this protocol: clients send them in the message after the results.
      result.text += `\n${textOfContent(message.content)}`;
    } else if (message.role === 'user') {
      turns.push({ role: 'user', text: textOfContent(message.content) });
    } else if (message.role === 'assistant') {
      const calls = message.tool_calls ?? [];
      open = new Map(calls.map((call) => [call.id, call.function.name]));
      const past = calls.map((call) => ({ name: call.function.name, arguments: call.function.arguments }));
      turns.push({ role: 'assistant', text: textOfContent(message.content), calls: past });
    } else if (message.role === 'tool') {
      const tool = open.get(message.tool_call_id) ?? answeredName(messages, index, message.tool_call_id);
      open.delete(message.tool_call_id);
      turns.push({ role: 'tool', tool, text: textOfContent(message.content) });
    }
  }
  assertAnswered(open, messages.length);
  return turns;
}

function assertAnswered(open: ReadonlyMap<string, string>, index: number): void {
  if (open.size === 0) return;
  const ids = [...open.keys()].join(', ');
  throw new WireError(
    'invalid_request',
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
    { parameter: `messages[${index}].role` },
  );
}

/** Two results may have the same call id, if the model sent it twice. */
function answeredName(messages: OpenAiMessage[], index: number, id: string): string {
  const asked = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
  const calls = asked?.role === 'assistant' ? (asked.tool_calls ?? []) : [];
  const call = calls.find((one) => one.id === id);
  if (call) return call.function.name;
  throw new WireError(
    'invalid_request',
    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    { parameter: `messages[${index}].role` },
  );
}
