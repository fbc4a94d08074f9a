import type { JsonObject } from '@agent-home/protocol';
import type { RetryHint, ToolFailureCode } from '../outcomes/tool-failure.ts';

export interface ActContext {
  signal: AbortSignal;
  /** Same key for every attempt, even after a crash, so that a service which supports it acts once. */
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
