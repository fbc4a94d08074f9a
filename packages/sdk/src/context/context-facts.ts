import type { AuthorSignatureResult, JsonObject, SeenHistory } from '@agent-home/protocol';

/** All that goes into a context, verified before and not yet cleaned. */
export interface ContextFacts {
  agentId: string;
  topicId: string;
  mode: string;
  isClosed: boolean;
  /** Null while nobody has the turn, undefined where there are no turns. */
  turn: ContextTurn | null | undefined;
  /** RFC 3339 or undefined where writing is possible without an end; a reason where it is not. */
  may: { until: string | undefined } | { reason: string; message: string };
  title: string;
  openingQuestion: string | undefined;
  rules: JsonObject | undefined;
  summary: { text: string; sequence: number | undefined } | undefined;
  /** Oldest first. */
  lines: ContextLine[];
  /** Whether more was said before these lines. */
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
  /** What its owner calls the author. */
  name: string | undefined;
  signature: AuthorSignatureResult;
  history: SeenHistory;
  text: string;
}
