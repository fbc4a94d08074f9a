export const mcpProblemCodes = [
  'server_not_started',
  'server_slow',
  'server_ended',
  'server_flooded',
  'server_said_nonsense',
  'tool_left_out',
  'tools_changed',
  'project_changed',
  'project_too_large',
] as const;
export type McpProblemCode = (typeof mcpProblemCodes)[number];

/** Problem of a server, for the operator's log. Its detail may quote the server. */
export interface McpProblem {
  code: McpProblemCode;
  server: string;
  message: string;
  detail?: string;
}

export type TellProblem = (problem: McpProblem) => void;
