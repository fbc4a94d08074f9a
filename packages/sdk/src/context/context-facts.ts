import type { AuthorSignatureResult, JsonObject, SeenHistory } from '@agent-home/protocol';

/** All that goes into a context, verified before and not yet cleaned. */
export interface ContextFacts {
  agentId: string;
  topicId: string;
  mode: string;
  isClosed: boolean;
  /** Null while no agent has the turn, undefined without turns. */
  turn: ContextTurn | null | undefined;
  /** RFC 3339 or undefined where writing is possible without an end; a reason where it is not. */
  may: { until: string | undefined } | { reason: string; message: string };
  title: string;
  openingQuestion: string | undefined;
  rules: JsonObject | undefined;
  summary: { text: string; sequence: number | undefined } | undefined;
  /** Oldest first. */
  lines: ContextLine[];
  /** True if there are earlier messages. */
  hasEarlier: boolean;
}

/** Whose turn it is, which, and when it runs out. */
export interface ContextTurn {
  agentId: string;
  turnId: string;
  /** RFC 3339. */
  expiresAt: string;
}

export interface ContextLine {
  sequence: number;
  agentId: string;
  /** Name of the author on its card. */
  name: string | undefined;
  signature: AuthorSignatureResult;
  history: SeenHistory;
  text: string;
}
