import type { JsonObject } from '@agent-home/protocol';
import type { CallTicket } from './call-ticket.ts';
import type { KeyedValue } from './memory-store.ts';
import type { PreparedCall } from './prepared-call.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** How dangerous a tool is (S3-55): what the operator approves without being asked goes by these. */
export type RiskLevel = 'safe' | 'low' | 'medium' | 'high' | 'critical';

/** Where a tool comes from (S1-48). */
export type ToolSource = 'native' | 'mcp' | 'skills' | 'home';

/** A tool as it is pinned in `run.started`: a run goes on with these, whatever its provider lists later. */
export interface ToolDescription {
  /** Canonical: `read_file`, `mcp.github.get_issue`, `home.say`. */
  name: string;
  source: ToolSource;
  description: string;
  /** JSON Schema of the arguments, an object. */
  parameters: JsonObject;
  /** Other names a model may use for it, beside what normalization finds. */
  aliases: string[];
  risk: RiskLevel;
  /** Whether the world is another after it: the log is synced before, and it is never repeated unasked. */
  sideEffects: boolean;
  /** Whether twice is as good as once. */
  idempotent: boolean;
  /** Whether `prepare` has to be recorded before `invoke`. */
  prepares: boolean;
  timeoutMs: number;
  /** The operator's word that what the tool returns, refuses or throws is not the words of others. */
  trusted?: boolean;
  /** The operator's word that the tool is `safe`; a `critical` one stays critical. */
  declaredSafe?: boolean;
  /** Hints of a data boundary (S0-64): policies for reading or writing data are asked as well. */
  dataScope?: JsonObject;
}

export interface CallContext {
  /** Aborted at the time-out, on cancel, and when the home goes down. */
  signal: AbortSignal;
  /** Returns the result of an earlier call of the running leg, as its model may read it. */
  resultOf?(callId: string): string | undefined;
  /** Stores a value in the agent's long-term memory, or fails with a code; absent where no memory is at work. */
  storeValue?(call: PreparedCall, value: KeyedValue): Promise<ToolOutcome>;
}

/**
 * Whether a call of a process that died was carried out: `done` with its outcome, `not_done` for certain, or nobody knows.
 */
export type Settlement =
  | { state: 'done'; outcome: ToolOutcome }
  | { state: 'not_done' }
  | { state: 'unknown' };

/** What acts. `invoke` is called by the gateway alone, which lint sees to. */
export interface ToolProvider {
  readonly source: ToolSource;
  /** What can be called now; a provider that is away gives nothing and says so in its log. */
  tools(signal: AbortSignal): Promise<ToolDescription[]>;
  /** What is needed to find the call's own trace again, as an object key. It has no effect. */
  prepare?(call: PreparedCall, context: CallContext): Promise<JsonObject>;
  settle?(call: PreparedCall, context: CallContext): Promise<Settlement>;
  /** Opens the ticket with the call it was made for, then acts. Throws only where a bug is. */
  invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome>;
  close(): Promise<void>;
}
