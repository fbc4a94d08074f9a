/** A call that the model made earlier in the conversation. */
export interface PastCall {
  name: string;
  /** Arguments as the model wrote them; not always JSON. */
  arguments: string;
}

/** A step of the conversation, whichever of the two protocols it came by. */
export type Turn =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: PastCall[] }
  | { role: 'tool'; tool: string; text: string };

/** Parts of a request that scripts can match, and that determine the response. */
export interface Conversation {
  model: string;
  /** System texts, an empty line between two. */
  system: string;
  turns: Turn[];
  /** Names of the tools that are offered. */
  tools: string[];
  /** The answer is cut there. */
  maximumTokens?: number;
  /** The answer ends before the first of them. */
  stopSequences: string[];
}
