import { canonicalJson, type JsonValue, sha256HexOfText } from '@agent-home/protocol';
import type { ModelRequest, OfferedTool } from '../ports/model-request.ts';
import type { ChatMessage, Media } from '../run-log/index.ts';

/** The tools of a run are the same from round to round. */
const ofTools = new WeakMap<readonly OfferedTool[], string>();

/** sha256 of the RFC 8785 bytes of a request's system text, messages and tools. */
export function promptSha256({ system, messages, tools }: Omit<ModelRequest, 'params'>): string {
  return sha256HexOfText(
    `{"messages":${messagesText(messages)},"system":${canonicalJson(system)},"tools":${toolsText(tools)}}`,
  );
}

function toolsText(tools: readonly OfferedTool[]): string {
  const known = ofTools.get(tools);
  if (known !== undefined) return known;
  const text = canonicalJson(tools as unknown as JsonValue);
  ofTools.set(tools, text);
  return text;
}

/**
 * Returns the messages as canonical JSON. A conversation may have megabytes in every round. With ordered members `JSON.stringify`
 * produces the same as RFC 8785 in a third of the time. It escapes lone surrogates, however, which canonical JSON rejects, so a
 * text that may contain one is canonicalized.
 */
function messagesText(messages: readonly ChatMessage[]): string {
  const text = JSON.stringify(messages.map(inOrder));
  return text.includes('\\ud') ? canonicalJson(messages.map(inOrder) as unknown as JsonValue) : text;
}

/** Leaves the bytes out: their hash stands for them. */
function mediaInOrder(media: readonly Media[] | undefined) {
  if (!media) return {};
  return {
    media: media.map(({ bytes, height, media_type, name, sha256, width }) => ({
      bytes,
      ...(height === undefined ? {} : { height }),
      media_type,
      name,
      sha256,
      ...(width === undefined ? {} : { width }),
    })),
  };
}

function inOrder(message: ChatMessage) {
  const { content } = message;
  switch (message.role) {
    case 'user':
      return { content, ...mediaInOrder(message.media), role: message.role };
    case 'assistant':
      return { content, role: message.role, tool_calls: message.tool_calls.map(callInOrder) };
    case 'tool': {
      const { is_error, name, tool_call_id, media } = message;
      return { content, is_error, ...mediaInOrder(media), name, role: message.role, tool_call_id };
    }
  }
}

type Call = Extract<ChatMessage, { role: 'assistant' }>['tool_calls'][number];

function callInOrder({ id, name, arguments: args }: Call): Call {
  return { arguments: args, id, name };
}
