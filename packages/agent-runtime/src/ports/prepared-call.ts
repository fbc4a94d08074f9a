import type { JsonObject } from '@agent-home/protocol';

/** A call whose decision is in the log. */
export interface PreparedCall {
  runId: string;
  callId: string;
  /** Canonical. */
  tool: string;
  arguments: JsonObject;
  /** sha256 of run and call, in hexadecimal: the same when a call is repeated after a crash. */
  idempotencyKey: string;
  /** Last record of the log before the call, and its sha256, to which a message commits. */
  logHead: { seq: number; hash: string };
  /** Result of `prepare`, once it is in the log. */
  prepared?: JsonObject;
}
