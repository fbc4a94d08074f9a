import type { JsonObject } from '@agent-home/protocol';
import type { RetryHint, ToolFailureCode } from '../outcomes/tool-failure.ts';

export interface ActContext {
  signal: AbortSignal;
  /** The same in every attempt, also after a crash: a service that knows it does the thing once. */
  idempotencyKey: string;
}

export interface Acted {
  text: string;
  /** True if the result has text of others. */
  tainted: boolean;
  metadata: JsonObject;
  failure?: { code: ToolFailureCode; message: string } & RetryHint;
}

/** Executes a binding with arguments that conform to the tool's schema. */
export type Acting = (args: JsonObject, context: ActContext) => Promise<Acted>;
