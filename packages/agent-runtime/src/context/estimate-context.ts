import { canonicalJson, estimateTokens, type JsonValue } from '@agent-home/protocol';
import type { OfferedTool } from '../ports/model-request.ts';
import type { ChatMessage, Media } from '../run-log/index.ts';

/** Tokens that wire formats add to a message. */
const tokensAroundMessage = 4;

/** Messages and tools of a run stay the same from round to round, so their estimates are cached. */
const ofMessages = new WeakMap<ChatMessage, number>();
const ofTools = new WeakMap<readonly OfferedTool[], number>();

export interface MessageTokens {
  /** Tokens of tool results. */
  results: number;
  /** Tokens of all other messages. */
  history: number;
}

export function tokensOfMessages(messages: readonly ChatMessage[]): number {
  return sumOfTokens(tokensByKind(messages));
}

export function sumOfTokens({ results, history }: MessageTokens): number {
  return results + history;
}

export function tokensByKind(messages: readonly ChatMessage[]): MessageTokens {
  let results = 0;
  let history = 0;
  for (const message of messages) {
    const tokens = tokensOfMessage(message);
    if (message.role === 'tool') results += tokens;
    else history += tokens;
  }
  return { results, history };
}

function tokensOfMessage(message: ChatMessage): number {
  const quick = quickTokens(message);
  if (quick !== undefined) return quick;
  const known = ofMessages.get(message);
  if (known !== undefined) return known;
  const calls = message.role === 'assistant' ? message.tool_calls : [];
  const media = message.role === 'assistant' ? undefined : message.media;
  const thoughts = message.role === 'assistant' ? (message.continuation?.reasoning ?? []) : [];
  const texts = [...calls.map((call) => call.name + call.arguments), ...thoughts.map(({ text }) => text)];
  const tokens = texts.reduce(
    (sum, text) => sum + tokensOfText(text),
    tokensAroundMessage + tokensOfText(message.content) + tokensOfMedia(media),
  );
  ofMessages.set(message, tokens);
  return tokens;
}

/** Pixels for which providers count a token, and the most tokens of an image, which they scale down to. */
const [pixelsPerToken, mostOfImage] = [750, 1_600];
/** Bytes of a PDF for which a token is estimated, and the least for its first page. */
const [bytesPerToken, leastOfPdf] = [60, 1_500];

function tokensOfMedia(media: readonly Media[] = []): number {
  return media.reduce((sum, { width, height, bytes }) => {
    if (width === undefined || height === undefined)
      return sum + Math.max(leastOfPdf, Math.ceil(bytes / bytesPerToken));
    return sum + Math.min(mostOfImage, Math.ceil((width * height) / pixelsPerToken));
  }, 0);
}

/** Length up to which reading a text again is cheaper than a cached estimate. */
const shortText = 200;

/** Returns the tokens of a short ASCII message. */
function quickTokens(message: ChatMessage): number | undefined {
  if (message.content.length > shortText) return undefined;
  if (!onlyAscii.test(message.content)) return undefined;
  if (message.role === 'assistant' && message.continuation) return undefined;
  let tokens = tokensAroundMessage + Math.ceil(message.content.length / 4);
  if (message.role !== 'assistant') return tokens + tokensOfMedia(message.media);
  for (const { name, arguments: args } of message.tool_calls) {
    if (!onlyAscii.test(name) || !onlyAscii.test(args)) return undefined;
    tokens += Math.ceil((name.length + args.length) / 4);
  }
  return tokens;
}

export function tokensOfTools(tools: readonly OfferedTool[]): number {
  const known = ofTools.get(tools);
  if (known !== undefined) return known;
  const tokens = tools.length === 0 ? 0 : tokensOfText(canonicalJson(tools as unknown as JsonValue));
  ofTools.set(tools, tokens);
  return tokens;
}

/** Estimates tokens as the protocol does; for ASCII without reading each character. */
export function tokensOfText(text: string): number {
  return onlyAscii.test(text) ? Math.ceil(text.length / 4) : estimateTokens(text);
}

const onlyAscii = /^[\0-\x7f]*$/;

/** Estimated tokens of a whole request. */
export function tokensOfRequest({
  system,
  messages,
  tools,
}: {
  system: string;
  messages: readonly ChatMessage[];
  tools: readonly OfferedTool[];
}): number {
  return tokensOfText(system) + tokensOfMessages(messages) + tokensOfTools(tools);
}
