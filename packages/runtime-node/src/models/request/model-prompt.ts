import type { ModelRequest } from '@agent-home/agent-runtime';
import type { ChatMessage, Media } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import type {
  JSONValue,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';
import { bodyParams, outputLimit } from './request-params.ts';

/** Model that a request is sent to; parts of its earlier responses are sent back to the same one only. */
export interface PromptTarget {
  api: string;
  model: string;
  /** True if results of tools may contain files. */
  filesInResults?: boolean;
}

/** Converts a request for chat completions to the call options of the AI SDK. */
export function modelPrompt(request: ModelRequest): LanguageModelV3CallOptions {
  return {
    prompt: toPrompt(request),
    ...toTools(request),
    maxOutputTokens: outputLimit(request),
    providerOptions: { [request.provider]: bodyParams(request) as Record<string, JSONValue> },
  };
}

/** Converts the messages of a request. */
export function toPrompt(
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
  target?: PromptTarget,
): LanguageModelV3Message[] {
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...withFiles(messages, target),
  ];
}

/** Converts the tools of a request. */
export function toTools(
  { tools }: Pick<ModelRequest, 'tools'>,
  toSchema: (parameters: JsonObject) => JsonObject = (parameters) => parameters,
): { tools?: LanguageModelV3FunctionTool[] } {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      name,
      description,
      // Tools have JSON Schemas of any draft, which the type does not cover.
      inputSchema: toSchema(parameters) as never,
    })),
  };
}

type File = Extract<LanguageModelV3Message, { role: 'user' }>['content'][number];

/** Converts messages: results of one response together, and their files in a message after them unless the target takes them inside. */
function withFiles(
  messages: readonly ChatMessage[],
  target: PromptTarget | undefined,
): LanguageModelV3Message[] {
  const all: LanguageModelV3Message[] = [];
  let files: File[] = [];
  const flush = () => {
    if (files.length > 0) all.push({ role: 'user', content: files });
    files = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    const made = toMessage(message, target);
    const last = all.at(-1);
    if (made.role === 'tool' && last?.role === 'tool') last.content.push(...made.content);
    else all.push(made);
    if (message.role === 'tool' && message.media && target?.filesInResults !== true)
      files.push({ type: 'text', text: `Files of ${message.name}:` }, ...message.media.map(toFile));
  }
  flush();
  return all;
}

function toFile({ media_type: mediaType, name: filename, data }: Media): File {
  return { type: 'file', mediaType, filename, data };
}

function toMessage(message: ChatMessage, target: PromptTarget | undefined): LanguageModelV3Message {
  switch (message.role) {
    case 'user':
      return {
        role: 'user',
        content: [{ type: 'text', text: message.content }, ...(message.media ?? []).map(toFile)],
      };
    case 'assistant':
      return isContinued(message, target)
        ? continuedAnswer(message)
        : (known.get(message) ?? getAnswer(message));
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.tool_call_id,
            toolName: message.name,
            output: toOutput(message, target),
          },
        ],
      };
  }
}

type Result = Extract<ChatMessage, { role: 'tool' }>;

function toOutput(
  { content, is_error, media }: Result,
  target: PromptTarget | undefined,
): LanguageModelV3ToolResultOutput {
  if (!media || is_error || target?.filesInResults !== true)
    return { type: is_error ? 'error-text' : 'text', value: content };
  const files = media.map(({ media_type: mediaType, name: filename, data }) =>
    mediaType === 'application/pdf'
      ? { type: 'file-data' as const, data, mediaType, filename }
      : { type: 'image-data' as const, data, mediaType },
  );
  return { type: 'content', value: [{ type: 'text', text: content }, ...files] };
}

type Answer = Extract<ChatMessage, { role: 'assistant' }>;

function isContinued({ continuation }: Answer, target: PromptTarget | undefined): boolean {
  if (continuation === undefined || target === undefined) return false;
  return continuation.api === target.api && continuation.model === target.model;
}

/** Returns a response with the thoughts and signatures that its provider demands back. */
function continuedAnswer(answer: Answer): LanguageModelV3Message {
  const plain = getAnswer(answer);
  const { reasoning = [], calls = [] } = answer.continuation ?? {};
  if (plain.role !== 'assistant') return plain;
  let index = 0;
  const signed = plain.content.map((part) => {
    if (part.type !== 'tool-call') return part;
    const metadata = calls.find((call) => call.index === index)?.metadata;
    index++;
    return metadata === undefined ? part : { ...part, providerOptions: metadata };
  });
  const thoughts = reasoning.map(({ text, metadata }) => ({
    type: 'reasoning' as const,
    text,
    providerOptions: metadata,
  }));
  return { role: 'assistant', content: [...thoughts, ...signed] };
}

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
