import { cleanText, estimateTokens } from '@agent-home/protocol';
import type { ContextFacts, ContextLine } from './context-facts.ts';
import { Fence } from './fence.ts';
import { labels, lineLabel, opening, summaryLabel } from './own-words.ts';

/** Below this limit even the fixed sentences may not fit. */
export const minimumContextTokens = 200;

const nameLength = 80;

interface RenderedContext {
  text: string;
  /** Number of newest messages in it. */
  lineCount: number;
}

/**
 * Renders the text for a model, at most `maxTokens` by `estimateTokens`. If not everything fits, the oldest lines are dropped
 * first, down to the newest; then the summary is shortened, then the rules, then that newest line. A title never takes more than a
 * sixth and a summary more than half, so that neither displaces the messages.
 */
export function renderContext(facts: ContextFacts, maxTokens: number): RenderedContext {
  const { summary, lines, may } = facts;
  const title = [facts.title, facts.openingQuestion ?? ''].join('\n');
  const rules = Object.entries(facts.rules ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const says = 'reason' in may ? may.message : '';
  const quoted = lines.flatMap(({ agentId, name = '', text }) => [agentId, name, text]);
  const ids = [facts.agentId, facts.topicId, facts.mode, facts.turn?.agentId ?? ''];
  const fence = new Fence([title, rules.join('\n'), says, summary?.text ?? '', ...quoted, ...ids]);
  const head = opening(facts, fence.delimiter);
  const room = new Room(maxTokens - estimateTokens(head) - estimateTokens(labels.closing));
  const { left: whole } = room;

  const titleText = room.section(fence, labels.title, title, whole / 6);
  const saysText = room.section(fence, labels.says, says, whole / 8);
  const newest = lines.at(-1);
  const kept = newest
    ? Math.min(costOfLine(fence, newest) + estimateTokens(labels.laterMessages), Math.floor(whole / 3))
    : 0;
  const rulesText = room.section(fence, labels.rules, rules.join('\n'), room.left - kept);
  const summaryRoom = Math.min(room.left - kept, whole / 2);
  const summaryText = summary
    ? room.section(fence, summaryLabel(summary.sequence), summary.text, summaryRoom)
    : '';
  const said = renderLines(facts, fence, room);
  const text = [head, titleText, rulesText, saysText, summaryText, said.text, labels.closing].join('');
  return { text, lineCount: said.lineCount };
}

/** Remaining budget. */
class Room {
  left: number;

  constructor(tokens: number) {
    this.left = tokens;
  }

  /** Returns a label with its text, or neither if the text does not fit. */
  section(fence: Fence, label: string, text: string, maxTokens: number): string {
    const quote = fence.quote(text, Math.min(Math.floor(maxTokens), this.left) - estimateTokens(label));
    return quote === '' ? '' : this.take(label + quote);
  }

  take(text: string): string {
    this.left -= estimateTokens(text);
    return text;
  }
}

function costOfLine(fence: Fence, line: ContextLine): number {
  return estimateTokens(lineLabel(line) + fence.quote(line.text));
}

/** Returns as many of the newest lines as fit, in order, with their authors' names. */
function renderLines({ lines, hasEarlier }: ContextFacts, fence: Fence, room: Room): RenderedContext {
  room.left -= estimateTokens(labels.laterMessages);
  const reserved = Math.min(estimateTokens(labels.names + fence.quote(collectNames(lines))), room.left / 8);
  room.left -= Math.ceil(reserved);
  const blocks: string[] = [];
  for (const line of lines.toReversed()) {
    const block = room.section(fence, lineLabel(line), line.text, roomFor(fence, line, blocks, room));
    if (block === '') break;
    blocks.push(block);
  }
  if (blocks.length === 0) return { text: '', lineCount: 0 };
  room.left += Math.ceil(reserved);
  const names = room.section(fence, labels.names, collectNames(lines.slice(-blocks.length)), room.left);
  const isWhole = blocks.length === lines.length && !hasEarlier;
  const label = isWhole ? labels.messages : labels.laterMessages;
  return { text: names + label + blocks.reverse().join(''), lineCount: blocks.length };
}

/** One line per author. */
function collectNames(lines: readonly ContextLine[]): string {
  const names = new Map<string, string>();
  for (const { agentId, name } of lines) {
    const shown = Array.from(cleanText(name ?? ''))
      .slice(0, nameLength)
      .join('');
    if (shown !== '') names.set(agentId, `${agentId}: ${shown}`);
  }
  return [...names.values()].join('\n');
}

/** Shortens only the newest line: half of an older one is worth less than its space. */
function roomFor(fence: Fence, line: ContextLine, blocks: readonly string[], room: Room): number {
  return blocks.length === 0 || costOfLine(fence, line) <= room.left ? room.left : 0;
}
