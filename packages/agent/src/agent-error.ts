import { LogError, type LogErrorCode } from '@agent-home/agent-runtime/run-log';
import type { RunStoreErrorCode } from '@agent-home/runtime-node';
import {
  McpConfigError,
  MemoryError,
  type MemoryErrorCode,
  RunStoreError,
  SetupError,
  type SetupErrorCode,
} from '@agent-home/runtime-node';
import { StateFolderError, type StateFolderErrorCode } from '@agent-home/runtime-node/state';
import { RuntimeSetupError, runtimeSetupErrorCodes } from './runtimes/index.ts';

/** Codes of this package's own errors. */
export const agentErrorCodes = [
  'invalid_agent',
  'invalid_tool',
  'invalid_session',
  'invalid_pattern',
  'invalid_settings',
  'agent_not_runnable',
  'project_not_trusted',
  'not_supported',
  'not_resumable',
  ...runtimeSetupErrorCodes,
] as const;
/** Codes of this package, and those of the runtime: models, secrets, servers, state folder and logs. */
export type AgentErrorCode =
  | (typeof agentErrorCodes)[number]
  | SetupErrorCode
  | StateFolderErrorCode
  | RunStoreErrorCode
  | LogErrorCode
  | MemoryErrorCode
  | McpConfigError['code'];

/** Reason why an agent, a tool or a run cannot be created. Callers branch on `code`; no message has a key. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: AgentErrorCode;

  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Converts an error of the runtime into an AgentError. Returns any other value unchanged. */
export function toAgentError(error: unknown): unknown {
  const isKnown =
    error instanceof SetupError ||
    error instanceof RuntimeSetupError ||
    error instanceof StateFolderError ||
    error instanceof RunStoreError ||
    error instanceof MemoryError ||
    error instanceof McpConfigError ||
    error instanceof LogError;
  return isKnown ? new AgentError(error.code, error.message, { cause: error }) : error;
}
