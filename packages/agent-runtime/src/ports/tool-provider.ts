import type { JsonObject } from '@agent-home/protocol';
import type { MediaKind } from '../run-log/index.ts';
import type { CallTicket } from './call-ticket.ts';
import type { DelegatedTask } from './delegated-task.ts';
import type { KeyedValue, MemoryQuery, NamedEntry } from './memory-store.ts';
import type { PreparedCall } from './prepared-call.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** Risk of a tool (S3-55). Operators approve calls in advance by these levels. */
export type RiskLevel = 'safe' | 'low' | 'medium' | 'high' | 'critical';

/** Origin of a tool (S1-48). */
export type ToolSource = 'native' | 'mcp' | 'skills' | 'home';

/** Tool as pinned in `run.started`. A run keeps these even if its provider lists others later. */
export interface ToolDescription {
  /** Canonical: `read_file`, `mcp.github.get_issue`, `home.say`. */
  name: string;
  source: ToolSource;
  description: string;
  /** JSON Schema of the arguments, an object. */
  parameters: JsonObject;
  /** Further names that a model may use, in addition to normalized ones. */
  aliases: string[];
  risk: RiskLevel;
  /** True if a call changes something: the log is synced before it, and only an idempotent call is repeated without approval. */
  sideEffects: boolean;
  /** True if a repeated call has no further effect. */
  idempotent: boolean;
  /** True if `prepare` must be recorded before `invoke`. */
  prepares: boolean;
  timeoutMs: number;
  /** Declared by the operator: results, refusals and errors of the tool are not untrusted text. */
  trusted?: boolean;
  /** True if the operator declares that the tool is `safe`; a `critical` one stays critical. */
  declaredSafe?: boolean;
  /** Data boundary (S0-64): policies for reading or writing data apply as well. */
  dataScope?: JsonObject;
}

export interface CallContext {
  /** Aborted at the timeout, on cancellation, and when the home shuts down. */
  signal: AbortSignal;
  /** Aborted once the process no longer drives the run: it ended, pauses or is handed to another process. */
  ending?: AbortSignal;
  /** Files that the model of the running leg takes in addition to text. */
  accepts?: readonly MediaKind[];
  /** Returns the result of an earlier call of the running leg, as its model may read it. */
  getResult?(callId: string): string | undefined;
  /** Runs agents on tasks and returns their answers; absent if no other agents can run here. */
  delegate?(call: PreparedCall, tasks: readonly DelegatedTask[]): Promise<ToolOutcome>;
  /** Stores a value in the agent's long-term memory, or fails with a code; absent if no memory is in use. */
  storeValue?(call: PreparedCall, value: KeyedValue): Promise<ToolOutcome>;
  /** Searches the agent's long-term memory, or fails with a code; absent if no memory is in use. */
  searchMemory?(query: MemoryQuery): Promise<ToolOutcome>;
  /** Removes an entry of the agent's long-term memory, or fails with a code; absent if no memory is in use. */
  forgetEntry?(entry: NamedEntry): Promise<ToolOutcome>;
}

/** State of a call whose process died: `done` with its outcome, `not_done` for certain, or unknown. */
export type Settlement =
  | { state: 'done'; outcome: ToolOutcome }
  | { state: 'not_done' }
  | { state: 'unknown' };

/** Executes tools. Only the tool box of the driver calls `invoke`, after the gateway’s decision; a lint rule enforces it. */
export interface ToolProvider {
  readonly source: ToolSource;
  /** Returns the tools that can be called now. A provider that is unavailable returns none and logs it. */
  tools(signal: AbortSignal): Promise<ToolDescription[]>;
  /** Returns data to find the call's own trace again, such as an object key. Has no effect. */
  prepare?(call: PreparedCall, context: CallContext): Promise<JsonObject>;
  settle?(call: PreparedCall, context: CallContext): Promise<Settlement>;
  /** Opens the ticket with the call that it was issued for, then makes the call. Throws only for a bug. */
  invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome>;
  close(): Promise<void>;
}
