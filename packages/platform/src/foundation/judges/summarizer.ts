/** Length of a message that a summarizer gets, in UTF-16 units, so that hundreds of lines stay small. */
export const lineLength = 600;

/** One accepted line of a topic, in the order of its ledger. */
export interface SpokenLine {
  sequence: number;
  agentId: string;
  /** The beginning of the line, at most `lineLength` long. */
  text: string;
}

export interface TopicToSummarize {
  title: string;
  mode: string;
  isClosed: boolean;
  /** Number of accepted messages; `lines` may leave out some in the middle. */
  lineCount: number;
  lines: SpokenLine[];
}

/** Writes summaries, which are certified as the platform's. An operator may use one that calls a model. */
export interface Summarizer {
  /** Name of the method, published in the summary. */
  method: string;
  /** Returns a summary of at most 4,000 characters. */
  summarize(topic: TopicToSummarize): Promise<string>;
}
