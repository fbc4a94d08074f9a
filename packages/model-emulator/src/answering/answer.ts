export interface AnsweredCall {
  /** Absent only for a fault. */
  id?: string;
  name: string;
  /** Arguments as the model writes them; invalid JSON only for a fault. */
  arguments: string;
}

export type StopReason = 'end' | 'toolCalls' | 'length' | 'stopSequence' | 'refusal';

/** Response of the model, independent of the protocol. */
export interface Answer {
  /** 24 hexadecimal digits, the same for the same conversation. */
  id: string;
  model: string;
  thought: string;
  text: string;
  calls: AnsweredCall[];
  stop: StopReason;
  /** Stop sequence that ended the response. */
  stopSequence?: string;
  /** `input` counts all tokens of the prompt; those of the cache are a part of it. */
  usage: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
  delayMs: number;
  chunk: number;
  chunkDelayMs: number;
}
