import type { ModelApi } from '@agent-home/agent-runtime/definition';

/** Call as a provider may write it; members may be missing or of a wrong type. */
export interface WrittenCall {
  id?: unknown;
  name?: unknown;
  args?: unknown;
}

export interface WrittenEnd {
  reason?: unknown;
  usage?: unknown;
}

/** Protocol in which the same deviations are written. */
export interface Dialect {
  api: ModelApi;
  /** Chunks before the content. */
  begin(usage?: unknown): unknown[];
  text(text: string): unknown[];
  call(call: WrittenCall, index: number): unknown[];
  end(end: WrittenEnd): unknown[];
  whole(content: { text?: string; calls?: WrittenCall[] } & WrittenEnd): object;
  /** Token counts as the protocol names them. */
  usage(input: unknown, output: unknown): object;
  /** Chunk or body with an error. */
  error(error: unknown): object;
  /** Arguments of a call without any. */
  noArguments: string;
  /** Finish reasons of a complete response with and without calls; undefined for a protocol without them. */
  reasons: { end: unknown; calls: unknown };
  /** A finish reason in the words of another protocol that means the token limit. */
  foreignLimit: string;
  /** True if the finish reason is the only sign that a stream is complete. */
  endsByReason: boolean;
}

export const inputOf = (args: unknown): unknown => {
  if (typeof args !== 'string') return args;
  return JSON.parse(args);
};
