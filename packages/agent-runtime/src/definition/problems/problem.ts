/** Problems of definition files. Callers branch on the code; the message is for the author. */
export const problemCodes = [
  // Bytes and syntax
  'too_large',
  'not_utf8',
  'yaml_invalid',
  'json_invalid',
  'duplicate_key',
  'alias_bomb',
  'too_deep',
  'forbidden_key',
  'unsafe_number',
  'unsupported_value',
  'front_matter_missing',
  'front_matter_not_closed',
  'empty_body',
  // Members
  'unknown_field',
  'missing_field',
  'wrong_type',
  'invalid_value',
  'reserved_name',
  'unknown_kind',
  'foreign_agent',
  // Contradictions between members
  'name_mismatch',
  'scope_mismatch',
  'duplicate_name',
  'name_collision',
  'tools_disagree',
  'prompt_missing',
  'handoff_to_self',
  'subagent_is_self',
  'unknown_node',
  'unreachable_node',
  'unreachable_edge',
  'endless_cycle',
  'duplicate_edge',
  'unsupported_regex',
  // Warnings
  'prompt_too_long',
  // References between files
  'unknown_agent',
  'unknown_tool',
  'unknown_model',
  'model_param_refused',
  'unknown_server',
  'unknown_policy',
  'unknown_validator',
  // Settings that an agent lacks before it can run
  'model_not_configured',
  'provider_not_supported',
  'provider_package_refused',
  'price_missing',
  'memory_not_configured',
  'tool_not_bound',
  'permissions_not_supported',
  'auth_not_configured',
  'secret_not_configured',
  'runtime_not_configured',
  // Folders
  'symbolic_link',
  'too_many_files',
  'unreadable',
  'ambiguous_file',
  'not_found',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** A problem, its position, and the probable correction. */
export interface Problem {
  code: ProblemCode;
  message: string;
  /** Empty if the text has no file. */
  file: string;
  /** From 1; 1 if the problem concerns the whole file. */
  line: number;
  column: number;
  /** Names and indexes down to the member: `['spec', 'limits', 'maxTokens']`. */
  path: (string | number)[];
  /** Nearest valid name. */
  nearest?: string;
  /** Absent for an error. An agent that has only warnings can run. */
  severity?: 'warning';
  /** Action that removes the problem. */
  remedy?: string;
}

/** True if an agent with this problem does not run. */
export function isError({ severity }: Pick<Problem, 'severity'>): boolean {
  return severity !== 'warning';
}

/** Returns a text such as `agents/ada.md:3:1: unknown field "tool"; did you mean "tools"? [unknown_field]`. */
export function describeProblem(problem: Problem): string {
  return `${explainProblem(problem)} [${problem.code}]`;
}

/** Returns the same text without its code, for errors that carry the code themselves. */
export function explainProblem(problem: Problem): string {
  const { file, line, column, message, nearest, remedy } = problem;
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  const kind = isError(problem) ? '' : 'warning: ';
  return `${file}:${line}:${column}: ${kind}${message}${hint}${remedy === undefined ? '' : `; ${remedy}`}`;
}

/** Returns the path of a member of parsed data: `spec.limits.maxTokens`, `graph.edges[2].to`. */
export function describePath(path: readonly (string | number)[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text.startsWith('.') ? text.slice(1) : text;
}
