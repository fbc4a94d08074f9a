import type { ProblemCode } from '@agent-home/definition';
import type { PolicySpecError } from '@agent-home/policy';
import type { LoginErrorCode, McpConfigError, SetupErrorCode } from '@agent-home/runtime-node';
import { PlainError } from './plain-error.ts';

type AgentCommandErrorCode =
  | 'agent_not_found'
  | 'ambiguous_id'
  | 'invalid_id'
  | 'memory_unavailable'
  | 'no_memory'
  | 'no_context'
  | 'no_graph'
  | 'no_route'
  | 'routing_off'
  | 'confirmation_missing'
  | 'file_exists'
  | 'not_written'
  | 'invalid_definition'
  | 'invalid_session'
  | 'invalid_settings'
  | 'not_supported'
  | 'project_not_trusted'
  | 'prompt_in_home'
  | 'prompt_missing'
  | 'prompt_too_large'
  | 'invalid_arguments'
  | 'project_not_found'
  | 'project_too_large'
  | 'terminal_required'
  | 'tool_not_found'
  | 'trust_changed'
  | 'runtime_not_configured'
  | SetupErrorCode
  | McpConfigError['code']
  | LoginErrorCode
  | PolicySpecError['code']
  | ProblemCode;

/** What was asked for rightly, and could not be done. */
const failures = new Set<AgentCommandErrorCode>([
  ...(['trust_changed', 'memory_unavailable', 'not_written'] as const),
  ...(['mcp_login_refused', 'mcp_login_failed'] as const),
]);

/** What a person has to write otherwise before it can be run: exit code 2. What failed while it ran is 1. */
export class AgentCommandError extends PlainError {
  override readonly name = 'AgentCommandError';
  readonly code: AgentCommandErrorCode;
  override readonly exitCode: 1 | 2;

  constructor(code: AgentCommandErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = failures.has(code) ? 1 : 2;
  }
}
