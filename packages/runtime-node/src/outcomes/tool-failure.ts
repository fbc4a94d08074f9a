/** Failure codes of native and MCP tools. Callers branch on the code; the model reads the message. */
export const toolFailureCodes = [
  // Codes of the call
  'unknown_tool',
  'invalid_arguments',
  'tool_failed',
  'tool_timeout',
  'tool_cancelled',
  // Codes of paths and files
  'invalid_path',
  'outside_project',
  'hidden_path',
  'trusted_path',
  'link_refused',
  'not_found',
  'not_a_file',
  'not_a_folder',
  'not_permitted',
  'not_text',
  'too_large',
  'media_not_accepted',
  'media_invalid',
  'already_changed',
  'text_not_found',
  'text_not_unique',
  'file_error',
  // Codes of patches
  'invalid_patch',
  'patch_mismatch',
  // Codes of skills
  'unknown_skill',
  // Codes of patterns
  'invalid_pattern',
  // Codes of commands
  'command_failed',
  'command_not_started',
  'sandbox_unavailable',
  'unknown_job',
  'too_many_jobs',
  'not_a_repository',
  'nothing_to_commit',
  // Codes of web pages
  'robots_refused',
  'page_unreadable',
  // Codes of tools bound by settings
  'address_refused',
  'http_status',
  'http_redirect',
  'http_failed',
  'rate_limited',
  'auth_failed',
  'invalid_output',
  'module_failed',
  'module_threw',
  'project_changed',
  'project_too_large',
  // Codes of MCP servers
  'mcp_server_not_configured',
  'mcp_server_away',
  'mcp_server_ended',
  'mcp_tools_changed',
  'mcp_tool_error',
  'mcp_protocol_error',
  'mcp_login_required',
  'mcp_http_status',
] as const;
export type ToolFailureCode = (typeof toolFailureCodes)[number];

/** States if a failed call may be repeated. */
export interface RetryHint {
  /** `not_begun`: certainly not executed. `may_help`: possibly executed, and a retry may succeed. */
  retry?: 'not_begun' | 'may_help';
  /** Time to wait before a retry, if the other side named one. */
  afterMs?: number;
}

/** Thrown inside a tool and converted to an outcome for the model before it leaves the provider. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: ToolFailureCode;

  readonly hint: RetryHint;

  constructor(code: ToolFailureCode, message: string, hint: RetryHint = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
