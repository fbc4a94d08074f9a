import {
  canonicalJson,
  type JsonValue,
  type RunningSha256,
  sha256HexOfText,
  startSha256,
} from '@agent-home/protocol';
import type { ModelRequest, OfferedTool } from '../ports/model-request.ts';
import type { ChatMessage, Media } from '../run-log/index.ts';

/** The tools of a run are the same from round to round. */
const ofTools = new WeakMap<readonly OfferedTool[], string>();

/** Hash of a request up to and including its messages. */
interface HashedMessages {
  messages: readonly ChatMessage[];
  hash: RunningSha256;
}

/** Hashes by the last message that they cover. Each round appends messages to those of the round before. */
const hashed = new WeakMap<ChatMessage, HashedMessages>();

/** Number of messages from which the next round probably begins with the same ones. */
const fewMessages = 2;

/** Returns the SHA-256 of the RFC 8785 bytes of a request's system text, messages and tools. */
export function promptSha256({ system, messages, tools }: Omit<ModelRequest, 'params'>): string {
  const rest = `],"system":${canonicalJson(system)},"tools":${toolsText(tools)}}`;
  return messages.length <= fewMessages
    ? sha256HexOfText(`{"messages":[${messagesText(messages)}${rest}`)
    : hashMessages(messages).copy().add(rest).hex();
}

/** Hashes only the messages that the round before did not have: a conversation may have megabytes in every round. */
function hashMessages(messages: readonly ChatMessage[]): RunningSha256 {
  const before = findHashed(messages);
  const count = before?.messages.length ?? 0;
  if (before && count === messages.length) return before.hash;
  const hash = before ? before.hash.copy().add(',') : startSha256().add('{"messages":[');
  hash.add(messagesText(messages.slice(count)));
  const last = messages.at(-1);
  if (last) hashed.set(last, { messages, hash });
  return hash;
}

/** Returns the longest hashed list with which the messages begin. */
function findHashed(messages: readonly ChatMessage[]): HashedMessages | undefined {
  for (let count = messages.length; count > fewMessages; count--) {
    const found = hashed.get(messages[count - 1] as ChatMessage);
    if (found?.messages.length === count && found.messages.every((each, at) => isSame(each, messages[at])))
      return found;
  }
  return undefined;
}

/** Messages of a run are never changed. Recalled memories are a new message in each round, with the same text. */
function isSame(one: ChatMessage, other: ChatMessage | undefined): boolean {
  if (one === other) return true;
  return (
    one.role === 'user' &&
    other?.role === 'user' &&
    one.content === other.content &&
    one.media === undefined &&
    other.media === undefined
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
 * Returns the messages as canonical JSON, without the brackets of their list. With ordered members `JSON.stringify` produces the same
 * as RFC 8785 in a third of the time. It escapes lone surrogates, however, which canonical JSON rejects, so a text that may contain one
 * is canonicalized.
 */
function messagesText(messages: readonly ChatMessage[]): string {
  const text = JSON.stringify(messages.map(inOrder));
  const written = text.includes('\\ud') ? canonicalJson(messages.map(inOrder) as unknown as JsonValue) : text;
  return written.slice(1, -1);
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
