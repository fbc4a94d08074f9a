/**
 * `not_yaml`: the text is not valid YAML; `not_a_script`: it violates the schema of scripts; `unknown_value`: a response names a
 * value that its rule does not define.
 */
export type ScriptErrorCode = 'not_yaml' | 'not_a_script' | 'unknown_value';

/** Fault in a script, with its position. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly code: ScriptErrorCode;
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(code: ScriptErrorCode, place: { file: string; line: number; column: number }, reason: string) {
    super(`${place.file}:${place.line}:${place.column}: ${reason}`);
    this.code = code;
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
  }
}
