import type { ChatMessage } from '../run-log/index.ts';
import type { Wording } from '../wording/wording.ts';
import { tokensOfMessages, tokensOfText } from './estimate-context.ts';
import { lastAnswer, type Pruned, wholeCharacters } from './prune-outputs.ts';
import type { ReadOn } from './read-on.ts';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

/** Texts at a cut, and the call that reads the rest, if there is one. */
export interface CutNotes {
  readOn: ReadOn | undefined;
  wording: Wording;
}

/** Estimated tokens around a message; a result that is cut keeps them. */
const aroundMessage = 4;

/**
 * Cuts unread results until the messages are shorter by `excess` tokens. Short results stay whole, and the others share the rest
 * equally. Each cut result states its full length and how to read on.
 */
export function cutUnreadResults(
  messages: readonly ChatMessage[],
  excess: number,
  { readOn, wording }: CutNotes,
): Pruned {
  const from = lastAnswer(messages) + 1;
  const unread = messages.flatMap((message, index) =>
    index > from && message.role === 'tool' ? [{ index, message, tokens: tokensOfMessages([message]) }] : [],
  );
  const needs = unread.map(({ tokens }) => tokens);
  const shares = fairShares(
    needs,
    needs.reduce((sum, need) => sum + need, -excess),
  );
  const cut = new Map(
    unread.flatMap(({ index, message, tokens }, at) => {
      const share = shares[at] ?? 0;
      return tokens <= share
        ? []
        : [[index, shortened(message, share - aroundMessage, { readOn, wording })] as const];
    }),
  );
  let charsSaved = 0;
  const kept = messages.map((message, index) => {
    const shorter = cut.get(index);
    if (shorter === undefined) return message;
    charsSaved += message.content.length - shorter.content.length;
    return shorter;
  });
  return { messages: kept, trimmedCount: cut.size, charsSaved };
}

/** Divides the room: no share exceeds its need, and the rest is divided equally. */
function fairShares(needs: readonly number[], room: number): number[] {
  const shares = needs.map(() => 0);
  const order = needs.map((need, index) => ({ need, index })).sort((one, other) => one.need - other.need);
  let left = Math.max(0, room);
  for (const [position, { need, index }] of order.entries()) {
    const share = Math.min(need, Math.floor(left / (order.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** Returns the longest beginning that fits with its note, or only the note if no beginning fits. */
function shortened(message: ToolMessage, tokens: number, notes: CutNotes): ToolMessage {
  const { content } = message;
  const written = (length: number) => {
    const head = wholeCharacters(content.slice(0, length));
    return `${head}\n${getNote(message, head.length, notes)}`;
  };
  let fits = -1;
  let tooLong = content.length;
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    if (tokensOfText(written(length)) <= tokens) fits = length;
    else tooLong = length;
  }
  return { ...message, content: fits < 0 ? '[cut]' : written(fits) };
}

function getNote(
  { content, tool_call_id }: ToolMessage,
  shown: number,
  { readOn, wording }: CutNotes,
): string {
  return wording.cutResult(shown, content.length, readOn?.(tool_call_id, shown));
}
