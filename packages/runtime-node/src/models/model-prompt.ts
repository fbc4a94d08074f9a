import type { ModelRequest } from '@agent-home/agent-runtime';
import type { ChatMessage, Media } from '@agent-home/agent-runtime/run-log';
import type { JSONValue, LanguageModelV3CallOptions, LanguageModelV3Message } from '@ai-sdk/provider';
import { bodyParams, outputLimit } from './request-params.ts';

/** Converts a request to the call options of the AI SDK. */
export function modelPrompt(request: ModelRequest): LanguageModelV3CallOptions {
  const { system, messages, tools, provider } = request;
  return {
    prompt: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...withFiles(messages),
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            // Tools have JSON Schemas of any draft, which the type does not cover.
            inputSchema: parameters as never,
          })),
        }),
    maxOutputTokens: outputLimit(request),
    providerOptions: { [provider]: bodyParams(request) as Record<string, JSONValue> },
  };
}

type File = Extract<LanguageModelV3Message, { role: 'user' }>['content'][number];

/** Puts files of results into a message after them: the results of the protocol have texts alone. */
function withFiles(messages: readonly ChatMessage[]): LanguageModelV3Message[] {
  const all: LanguageModelV3Message[] = [];
  let files: File[] = [];
  const flush = () => {
    if (files.length > 0) all.push({ role: 'user', content: files });
    files = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    all.push(toMessage(message));
    if (message.role === 'tool' && message.media)
      files.push({ type: 'text', text: `Files of ${message.name}:` }, ...message.media.map(toFile));
  }
  flush();
  return all;
}

function toFile({ media_type: mediaType, name: filename, data }: Media): File {
  return { type: 'file', mediaType, filename, data };
}

function toMessage(message: ChatMessage): LanguageModelV3Message {
  switch (message.role) {
    case 'user':
      return {
        role: 'user',
        content: [{ type: 'text', text: message.content }, ...(message.media ?? []).map(toFile)],
      };
    case 'assistant':
      return known.get(message) ?? getAnswer(message);
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.tool_call_id,
            toolName: message.name,
            output: { type: message.is_error ? 'error-text' : 'text', value: message.content },
          },
        ],
      };
  }
}

type Answer = Extract<ChatMessage, { role: 'assistant' }>;

/** Cache: most responses in a request were in the previous one too, so their arguments are parsed once. */
const known = new WeakMap<Answer, LanguageModelV3Message>();

function getAnswer(answer: Answer): LanguageModelV3Message {
  const { content, tool_calls } = answer;
  const made: LanguageModelV3Message = {
    role: 'assistant',
    content: [
      ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
      ...tool_calls.map(({ id, name, arguments: text }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input: getArguments(text),
      })),
    ],
  };
  known.set(answer, made);
  return made;
}

/** Parses arguments. Text that is not JSON was refused earlier and becomes `{}`, so that the next request is valid. */
function getArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
