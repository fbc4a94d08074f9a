import { canonicalJson, estimateTokens, type JsonValue } from '@agent-home/protocol';
import type { ChatMessage } from '@agent-home/run-log';
import type { OfferedTool } from '../ports/model-request.ts';

/** What wire formats put around a message. */
const tokensAroundMessage = 4;

/** The messages of a run are the same from round to round, and so are its tools. */
const ofMessages = new WeakMap<ChatMessage, number>();
const ofTools = new WeakMap<readonly OfferedTool[], number>();

export function tokensOfMessage(message: ChatMessage): number {
  const known = ofMessages.get(message);
  if (known !== undefined) return known;
  const calls =
    message.role === 'assistant'
      ? message.tool_calls.reduce((sum, call) => sum + tokensOfText(call.name + call.arguments), 0)
      : 0;
  const tokens = tokensAroundMessage + tokensOfText(message.content) + calls;
  ofMessages.set(message, tokens);
  return tokens;
}

export function tokensOfMessages(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

export function tokensOfTools(tools: readonly OfferedTool[]): number {
  const known = ofTools.get(tools);
  if (known !== undefined) return known;
  const tokens = tools.length === 0 ? 0 : tokensOfText(canonicalJson(tools as unknown as JsonValue));
  ofTools.set(tools, tokens);
  return tokens;
}

/** The estimate of the protocol; of ASCII, which most texts are, it is known without looking at each character. */
export function tokensOfText(text: string): number {
  return onlyAscii.test(text) ? Math.ceil(text.length / 4) : estimateTokens(text);
}

const onlyAscii = /^[\0-\x7f]*$/;
