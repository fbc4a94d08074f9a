import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { CallOutcome } from '../../catalogue/call-types.ts';
import { kindOfMedia, type Media } from '../../catalogue/media.ts';
import type { ModelAnswered } from '../../catalogue/model-types.ts';

/** Message in the format of OpenTelemetry's semantic conventions for generative AI. */
export type ContentMessage = JsonObject & { role: 'user' | 'assistant' | 'tool'; parts: JsonObject[] };

/** Replaces text that must not leave the machine. */
export type CleanText = (text: string) => string;

/** Reasons of the conventions, by the reasons of a log. */
const finishReasons: Record<string, string> = {
  end_turn: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_call',
};

export function textPart(content: string): JsonObject {
  return { type: 'text', content };
}

export function userMessage(text: string, media: readonly Media[] = []): ContentMessage {
  return { role: 'user', parts: [textPart(text), ...media.map(filePart)] };
}

/** Returns the text and the calls of a response. Its thoughts are left out. */
export function responseMessage(
  { content, tool_calls, stop_reason }: ModelAnswered,
  clean: CleanText,
): ContentMessage {
  const calls = tool_calls.map(({ id, name, arguments: written }) => ({
    type: 'tool_call',
    id,
    name: clean(name),
    arguments: cleanValue(parse(written), clean),
  }));
  return {
    role: 'assistant',
    parts: [...(content === '' ? [] : [textPart(clean(content))]), ...calls],
    finish_reason: finishReasons[stop_reason] ?? stop_reason,
  };
}

export function resultMessage(id: string, outcome: CallOutcome, clean: CleanText): ContentMessage {
  const { content, error, files } = describeOutcome(outcome, clean);
  const response = content === '' && error ? error.message : content;
  return { role: 'tool', parts: [{ type: 'tool_call_response', id, response }, ...files] };
}

/** Returns an outcome without its metadata, which no model reads, and with names in place of files. */
export function describeOutcome(
  { status, content, error, media = [] }: CallOutcome,
  clean: CleanText,
): {
  status: CallOutcome['status'];
  content: string;
  error?: { code: string; message: string };
  files: JsonObject[];
} {
  return {
    status,
    content: clean(content.map(({ text }) => text).join('\n')),
    ...(error ? { error: { code: error.code, message: clean(error.message) } } : {}),
    files: media.map(filePart),
  };
}

/** Cleans the texts and member names of a value. */
export function cleanValue(value: JsonValue, clean: CleanText): JsonValue {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => cleanValue(each, clean));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      each === undefined ? [] : [[clean(key), cleanValue(each, clean)]],
    ),
  );
}

/** File by name, type and hash, never its bytes. */
function filePart(media: Media): JsonObject {
  const { name, media_type, sha256, bytes } = media;
  return {
    type: 'file',
    modality: kindOfMedia(media),
    mime_type: media_type,
    file_id: `sha256:${sha256}`,
    name,
    bytes,
  };
}

/** Arguments as a model wrote them: the text itself if it is not JSON. */
function parse(written: string): JsonValue {
  try {
    return JSON.parse(written) as JsonValue;
  } catch {
    return written;
  }
}
