import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import {
  lineLength,
  type SpokenLine,
  type Summarizer,
  type TopicToSummarize,
} from '../../foundation/judges/summarizer.ts';
import { foldedText } from '../../foundation/text/folded-text.ts';

const quotedMax = 6;
const quoteLength = 160;

/**
 * Summarizes by quoting the messages that share most words with the others, with their authors. Deterministic,
 * calls no model, works in any language, and adds no words of its own.
 */
export const extractiveSummarizer = {
  summarize: async (topic: Omit<TopicToSummarize, 'isPublic'>) => ({
    summary: [topicHead(topic), ...(await listQuotes(topic.lines))].join('\n'),
    method: 'extractive',
  }),
} satisfies Summarizer;

/** Returns the facts of a topic in one line: title, mode, end, number of lines and speakers. */
export function topicHead({
  title,
  mode,
  isClosed,
  lineCount,
  lines,
}: Omit<TopicToSummarize, 'isPublic'>): string {
  const speakers = new Map<string, number>();
  for (const { agentId } of lines) speakers.set(agentId, (speakers.get(agentId) ?? 0) + 1);
  const most = [...speakers].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const named = most.slice(0, 5).map(([agentId]) => agentId);
  const others = most.length > named.length ? ` and ${most.length - named.length} more` : '';
  const voices = named.length > 0 ? ` by ${named.join(', ')}${others}` : '';
  return `${title} (${mode}, ${isClosed ? 'ended' : 'open'}): ${lineCount} lines${voices}.`;
}

async function listQuotes(lines: SpokenLine[]): Promise<string[]> {
  const yieldToEventLoop = createYield();
  const read: { line: SpokenLine; words: Set<string> }[] = [];
  const spread = new Map<string, number>();
  for (const line of lines) {
    await yieldToEventLoop();
    const words = toWords(line.text);
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
    read.push({ line, words });
  }
  const scored: { line: SpokenLine; score: number }[] = [];
  for (const { line, words } of read) {
    await yieldToEventLoop();
    scored.push({ line, score: weight(words, spread) });
  }
  const first = scored[0];
  const best = scored
    .slice(1)
    .sort((a, b) => b.score - a.score || a.line.sequence - b.line.sequence)
    .slice(0, quotedMax - 1);
  return [...(first ? [first] : []), ...best]
    .sort((a, b) => a.line.sequence - b.line.sequence)
    .map(({ line }) => `[${line.sequence}] ${line.agentId}: ${shortened(line.text)}`);
}

/** Returns the share of a message's words that occur in other messages. A word that only one message has does not count. */
function weight(words: ReadonlySet<string>, spread: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const word of words) shared += Math.log(spread.get(word) ?? 1);
  return shared / Math.sqrt(words.size + 4);
}

/** Returns the words of a text; for scripts without spaces, pairs of neighbouring characters. */
function toWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of foldedText(text, lineLength).matchAll(/[\p{Script=Han}]+|[\p{L}\p{N}]+/gu)) {
    const characters = Array.from(run);
    if (!/^\p{Script=Han}/u.test(run)) {
      if (characters.length > 3) words.add(run);
      continue;
    }
    for (let at = 0; at + 1 < characters.length; at++) words.add(`${characters[at]}${characters[at + 1]}`);
  }
  return words;
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, lineLength).replaceAll(/\s+/gu, ' ').trim());
  return characters.length > quoteLength
    ? `${characters.slice(0, quoteLength - 1).join('')}…`
    : characters.join('');
}
