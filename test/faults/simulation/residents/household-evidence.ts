import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import type { Effect } from './bell-service.ts';
import type { KeptLog } from './read-logs.ts';
import type { Markers } from './scenes.ts';

/** Run of a resident with its verified log. */
export interface RunEvidence {
  runId: string;
  agentId: string;
  lines: string[];
  records: RunRecord[];
  /** SHA-256 of each record. */
  hashes: readonly string[];
  /** First fault of the log: in its chain, its replay, or its decisions. */
  problem: string | undefined;
  /** True if the machine that wrote it recognizes it. */
  isAuthentic: boolean;
}

/** Request to a model. */
export interface ModelRequest {
  /** Text of the whole request. */
  text: string;
  /** Topic of the run. */
  topicId: string;
  fault: string | undefined;
}

/** Message of a resident that a ledger has accepted. */
export interface SaidMessage {
  objectKey: string;
  agentId: string;
  topicId: string;
  text: string;
}

/** Call of the MCP server's tool. */
export interface CountedCall {
  note: string;
  /** Member of the schema that its client has seen last, or `unread` after a change that the client has not read. */
  schema: string;
}

/** State of the residents and their surroundings once all is quiet. */
export interface HouseholdEvidence {
  runs: RunEvidence[];
  /** Ended runs, as they were when the process died. */
  kept: KeptLog[];
  effects: readonly Effect[];
  /** Calls that the MCP server has counted. */
  counted: CountedCall[];
  /** Notes of shell commands. */
  bells: string[];
  requests: ModelRequest[];
  messages: SaidMessage[];
  markers: Markers;
  topicMarkers: ReadonlyMap<string, string>;
  /** Residents without an answered run after the faults. */
  silent: string[];
  unexpectedExits: string[];
  /** Log of the process, if the home did not get all records of its runs in time. */
  lag: string | undefined;
}
