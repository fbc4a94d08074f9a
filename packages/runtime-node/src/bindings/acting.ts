import type { JsonObject } from '@agent-home/protocol';
import type { RetryHint, ToolFailureCode } from '../outcomes/tool-failure.ts';

export interface ActContext {
  signal: AbortSignal;
  /** The same in every attempt, also after a crash: a service that knows it does the thing once. */
  idempotencyKey: string;
}

export interface Acted {
  text: string;
  /** Whether words of others are in it. */
  tainted: boolean;
  metadata: JsonObject;
  failure?: { code: ToolFailureCode; message: string } & RetryHint;
}

/** What a binding does with arguments that fit the tool's schema. */
export type Acting = (args: JsonObject, context: ActContext) => Promise<Acted>;
