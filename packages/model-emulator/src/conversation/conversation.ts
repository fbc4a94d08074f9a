/** A call that the model made earlier in the conversation. */
export interface PastCall {
  name: string;
  /** Arguments as the model wrote them; not always JSON. */
  arguments: string;
}

/** Step of the conversation in either protocol. */
export type Turn =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: PastCall[] }
  | { role: 'tool'; tool: string; text: string };

/** Parts of a request that scripts can match, and that determine the response. */
export interface Conversation {
  model: string;
  /** System texts, separated by an empty line. */
  system: string;
  turns: Turn[];
  /** Names of the offered tools. */
  tools: string[];
  /** Number of tokens at which the response is cut. */
  maximumTokens?: number;
  /** The response ends before the first of these. */
  stopSequences: string[];
  /** True if the client wants the prompt in the vendor's cache. */
  isCached?: boolean;
}
