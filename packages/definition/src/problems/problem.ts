/** What can be wrong with a file of definitions. Callers branch on the code; the message is for its author. */
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
  // What members say together
  'name_mismatch',
  'scope_mismatch',
  'duplicate_name',
  'name_collision',
  'tools_disagree',
  'prompt_missing',
  'handoff_to_self',
  'unknown_node',
  'unreachable_node',
  'unreachable_edge',
  'duplicate_edge',
  'unsupported_regex',
  // Warnings
  'prompt_too_long',
  // What files say of others
  'unknown_agent',
  'unknown_tool',
  'unknown_model',
  'model_param_refused',
  'unknown_server',
  'unknown_policy',
  'unknown_validator',
  // Folders
  'symbolic_link',
  'too_many_files',
  'unreadable',
  'ambiguous_file',
  'not_found',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** One thing that is wrong, where it stands, and what was probably meant. */
export interface Problem {
  code: ProblemCode;
  message: string;
  /** Empty where a text has no file. */
  file: string;
  /** From 1; 1 where the file as a whole is meant. */
  line: number;
  column: number;
  /** Names and indexes down to the member: `['spec', 'limits', 'maxTokens']`. */
  path: (string | number)[];
  /** The right name that is nearest to what was written. */
  nearest?: string;
}

/** `agents/ada.md:3:1: unknown field "tool"; did you mean "tools"? [unknown_field]`. */
export function describeProblem(problem: Problem): string {
  const { file, line, column, message, nearest, code } = problem;
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return `${file}:${line}:${column}: ${message}${hint} [${code}]`;
}

/** Where a member of parsed data stands: `spec.limits.maxTokens`, `graph.edges[2].to`. */
export function describePath(path: readonly (string | number)[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text.startsWith('.') ? text.slice(1) : text;
}
