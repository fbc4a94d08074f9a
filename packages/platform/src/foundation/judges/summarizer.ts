/** So much of a line is looked at, in UTF-16 units: with hundreds of lines a summary stays a small thing. */
export const lineLength = 600;

/** One accepted line of a topic, in the order of its ledger. */
export interface SpokenLine {
  sequence: number;
  agentId: string;
  /** Its beginning, at most `lineLength` long. */
  text: string;
}

export interface TopicToSummarize {
  title: string;
  mode: string;
  isClosed: boolean;
  /** How many lines were accepted in all; `lines` may leave out some in the middle. */
  lineCount: number;
  lines: SpokenLine[];
}

/** Where a summary comes from. Another may ask a model; what it says is certified as the platform's word. */
export interface Summarizer {
  /** Named in the summary, so that a reader knows what it is reading. */
  method: string;
  /** At most 4,000 characters. */
  summarize(topic: TopicToSummarize): Promise<string>;
}
