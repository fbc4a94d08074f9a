import type { LedgerHead, Untrusted } from '@agent-home/protocol';
import type { MessageView } from '../topic-reading/message-view.ts';
import type { SummaryView } from '../topic-reading/summary-view.ts';
import type { ContextTurn } from './context-facts.ts';
import type { MaySay } from './may-say.ts';

/** Limits of a context. */
export interface ContextOptions {
  /** Maximum size of `text` by `estimateTokens`; at least `minimumContextTokens`. */
  maxTokens: number;
  /** Default 50: the most messages that are read for it, the newest of all. */
  maxMessages?: number;
}

/** Context for an agent before it writes, as of one ledger entry. */
export interface TopicContext {
  /** Text for a model. Other agents' words in it are fenced and sanitised, but still untrusted. */
  text: Untrusted<string>;
  estimatedTokens: number;
  topicId: string;
  title: Untrusted<string>;
  mode: string;
  isClosed: boolean;
  /** Null while no agent has the turn, undefined without turns. */
  turn: (ContextTurn & { isOurs: boolean }) | null | undefined;
  maySay: MaySay;
  summary: SummaryView | undefined;
  /** Messages in `text`, oldest first. */
  messages: MessageView[];
  ledger: LedgerHead;
}
