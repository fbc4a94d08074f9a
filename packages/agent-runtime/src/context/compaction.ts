import { canonicalJson, type JsonValue, sha256Hex } from '@agent-home/protocol';
import { getIdentity, type ModelRequest } from '../ports/model-request.ts';
import type { ChatMessage } from '../run-log/index.ts';
import type { Compaction, RunState } from '../state/run-state.ts';
import { getWording } from '../wording/select-wording.ts';
import { tokensOfMessages, tokensOfText } from './estimate-context.ts';
import { wholeCharacters } from './prune-outputs.ts';

/** Maximum tokens of a summary; a longer one saves nothing. */
const mostSummary = 2_048;
/** Minimum length of a message when the record is cut to fit, in UTF-16 units. */
const leastOfMessage = 200;

export interface CompactQuestion {
  request: ModelRequest;
  inputTokens: number;
  /** Index in the transcript of the first message that stays as it is. */
  to: number;
  /** Number of messages in the summary. */
  messages: number;
}

/**
 * Returns the request that summarizes the older part of the running turn: everything between the task and the
 * latest response, whose results the model has not read yet. Undefined if there is nothing between them, or no
 * room for the request.
 */
export function compactQuestion(state: RunState): CompactQuestion | undefined {
  const { transcript, started, compaction } = state;
  const from = compaction?.to ?? started.context.length + 1;
  const to = transcript.findLastIndex(({ role }) => role === 'assistant');
  if (to <= from) return undefined;
  const { context_window, reserved_output } = started.model;
  const maxOutputTokens = Math.min(mostSummary, reserved_output);
  const system = getWording(state).compactPrompt;
  const room = context_window - maxOutputTokens - tokensOfText(system);
  const content = recordText(transcript.slice(from, to), compaction, room);
  const messages: ChatMessage[] = [{ role: 'user', content }];
  const inputTokens = tokensOfText(system) + tokensOfMessages(messages);
  if (inputTokens + maxOutputTokens > context_window) return undefined;
  const request = { ...getIdentity(started.model), params: {}, system, messages, tools: [], maxOutputTokens };
  return { request, inputTokens, to, messages: to - from };
}

/** Returns the conversation as sent to a model: the summary of a compacted part follows the task in one message. */
export function shownTranscript(state: RunState): readonly ChatMessage[] {
  const { transcript, started, compaction } = state;
  if (!compaction) return transcript;
  const task = started.context.length;
  const question = transcript[task]?.content ?? '';
  const content = `${question}\n\n${summaryText(compaction.summary, started.salt, getWording(state).beforeSummary)}`;
  return [...transcript.slice(0, task), { role: 'user', content }, ...transcript.slice(compaction.to)];
}

/** Cuts every message to an equal share, because no message is known to matter less. */
function recordText(
  messages: readonly ChatMessage[],
  before: Compaction | undefined,
  roomTokens: number,
): string {
  const earlier = before ? [canonicalJson({ earlier: before.summary })] : [];
  // A token is four bytes. If characters are longer, the estimate reports that the text does not fit.
  const share = Math.max(leastOfMessage, Math.floor((roomTokens * 3) / Math.max(1, messages.length)));
  const lines = messages.map((message) => canonicalJson(shortened(message, share) as unknown as JsonValue));
  return [...earlier, ...lines].join('\n');
}

function shortened(message: ChatMessage, units: number): ChatMessage {
  const cut = (text: string) => (text.length <= units ? text : `${wholeCharacters(text.slice(0, units))}…`);
  if (message.role !== 'assistant') return { ...message, content: cut(message.content) };
  const tool_calls = message.tool_calls.map((call) => ({ ...call, arguments: cut(call.arguments) }));
  return { ...message, content: cut(message.content), tool_calls };
}

/** A summary may repeat text of others, so it is fenced as data between two lines that cannot be guessed. */
function summaryText(summary: string, salt: string, before: string): string {
  const line = canonicalJson({ summary });
  const mark = sha256Hex(new TextEncoder().encode(`${salt}\n${line}`)).slice(0, 16);
  return [before, `--- summary ${mark} ---`, line, `--- end of summary ${mark} ---`].join('\n');
}
