import type { RequestProgress } from './progress.ts';

/** The answer to a call in the form of the protocol's version that it came in. */
type Describe = (request: RequestProgress) => Record<string, unknown>;

/** A request in words, to be put to the agent. */
export interface SendCall {
  method: 'send';
  messageId: string;
  words: string;
  /** Of an earlier request, which this one goes on from. */
  contextId: string | undefined;
  /** Whether the caller asks later, instead of waiting for the answer. */
  returnsImmediately: boolean;
  describe: Describe;
}

export type A2aCall = SendCall | { method: 'get' | 'cancel'; taskId: string; describe: Describe };
