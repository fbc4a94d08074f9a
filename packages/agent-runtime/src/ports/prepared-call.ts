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
  /** The last record that the log had when the call was about to be made, and its sha256: what a line commits to. */
  logHead: { seq: number; hash: string };
  /** Result of `prepare`, once it is in the log. */
  prepared?: JsonObject;
}
