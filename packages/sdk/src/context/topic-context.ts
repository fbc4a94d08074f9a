import type { CurrentTurn } from '@agent-home/modes';
import {
  estimateTokens,
  type JsonObject,
  type LedgerHead,
  markUntrusted,
  readUntrusted,
} from '@agent-home/protocol';
import type { CardView } from '../cards/card-view.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import type { MessageView } from '../topic-reading/message-view.ts';
import type { SummaryView } from '../topic-reading/summary-view.ts';
import type { ContextLine } from './context-facts.ts';
import type { ContextOptions, TopicContext } from './context-view.ts';
import type { MaySay } from './may-say.ts';
import { minimumContextTokens, renderContext } from './render-context.ts';

/** Verified parts of a topic. */
interface TopicReading {
  agentId: string;
  topicId: string;
  mode: string;
  title: string;
  openingQuestion: string | undefined;
  rules: JsonObject | undefined;
  isClosed: boolean;
  turn: CurrentTurn | null | undefined;
  maySay: MaySay;
  summary: SummaryView | undefined;
  messages: MessageView[];
  hasEarlier: boolean;
  ledger: LedgerHead;
}

/** @throws UsageError `too_few_tokens` */
export function requireRoom({ maxTokens }: ContextOptions): void {
  if (Number.isInteger(maxTokens) && maxTokens >= minimumContextTokens) return;
  const message = `maxTokens has to be a whole number of at least ${minimumContextTokens}`;
  throw new UsageError('too_few_tokens', message);
}

export async function topicContext(
  reading: TopicReading,
  { maxTokens }: ContextOptions,
  card: (agentId: string) => Promise<CardView>,
): Promise<TopicContext> {
  const { agentId, topicId, mode, isClosed, turn, maySay, summary, messages, ledger } = reading;
  const names = await collectNames(messages, card);
  const now = turn && { agentId: turn.agent_id, turnId: turn.turn_id, expiresAt: turn.expires_at };
  const { text, lineCount } = renderContext(
    {
      agentId,
      topicId,
      mode,
      isClosed,
      turn: now,
      may: maySay.ids ? { until: maySay.until } : maySay,
      title: reading.title,
      openingQuestion: reading.openingQuestion,
      rules: reading.rules,
      summary: summary && { text: readUntrusted(summary.summary), sequence: summary.ledger?.sequence },
      lines: messages.map((message) => toLine(message, names.get(message.agentId))),
      hasEarlier: reading.hasEarlier,
    },
    maxTokens,
  );
  return {
    text: markUntrusted(text),
    estimatedTokens: estimateTokens(text),
    topicId,
    title: markUntrusted(reading.title),
    mode,
    isClosed,
    turn: now && { ...now, isOurs: now.agentId === agentId },
    maySay,
    summary,
    messages: messages.slice(messages.length - lineCount),
    ledger,
  };
}

function toLine(message: MessageView, name: string | undefined): ContextLine {
  const { sequence, agentId, authorSignature: signature, history } = message;
  return { sequence, agentId, name, signature, history, text: readUntrusted(message.text) };
}

/** Returns names by id. An agent without a valid card has its id as its name. */
async function collectNames(
  messages: readonly MessageView[],
  card: (agentId: string) => Promise<CardView>,
): Promise<Map<string, string>> {
  const authors = [...new Set(messages.map(({ agentId }) => agentId))];
  const cards = await Promise.allSettled(authors.map((author) => card(author)));
  return new Map(
    cards.flatMap((found): [string, string][] =>
      found.status === 'fulfilled' ? [[found.value.agentId, readUntrusted(found.value.name)]] : [],
    ),
  );
}
