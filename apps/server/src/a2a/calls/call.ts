import type { RequestProgress } from './progress.ts';

/** Creates the response to a call in its version of the protocol. */
type Describe = (request: RequestProgress) => Record<string, unknown>;

/** Request in words, to be sent to the agent. */
export interface SendCall {
  method: 'send';
  messageId: string;
  words: string;
  /** Context of an earlier request that this one continues. */
  contextId: string | undefined;
  /** True if the caller polls instead of waiting for the response. */
  returnsImmediately: boolean;
  describe: Describe;
}

export type A2aCall = SendCall | { method: 'get' | 'cancel'; taskId: string; describe: Describe };
