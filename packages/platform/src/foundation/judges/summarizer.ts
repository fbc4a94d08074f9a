/** Length of a message that a summarizer gets, in UTF-16 units, so that hundreds of lines stay small. */
export const lineLength = 600;

/** Returns the beginning of a message as a summarizer gets it. A character of two units at the cut is left out, not split. */
export function beginningOf(text: string): string {
  return text.slice(0, lineLength).replace(/[\ud800-\udbff]$/, '');
}

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
  isPublic: boolean;
  /** Number of accepted messages; `lines` may leave out some in the middle. */
  lineCount: number;
  lines: SpokenLine[];
}

/** Writes summaries, which are certified as the platform's. An operator may use one that calls a model. */
export interface Summarizer {
  /** Returns a summary of at most 4,000 characters, with the name of its method. Both are published. */
  summarize(topic: TopicToSummarize): Promise<{ summary: string; method: string }>;
}
