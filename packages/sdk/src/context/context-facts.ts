import type { AuthorSignatureResult, JsonObject, SeenHistory } from '@agent-home/protocol';

/** Contents of a context, verified but not yet sanitised. */
export interface ContextFacts {
  agentId: string;
  topicId: string;
  mode: string;
  isClosed: boolean;
  /** Null while no agent has the turn, undefined without turns. */
  turn: ContextTurn | null | undefined;
  /** `until` is RFC 3339, or undefined if writing has no deadline; a reason if writing is not possible. */
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

/** Agent, id and deadline of a turn. */
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
