/**
 * Reasons why bytes are not accepted as a document, or a value cannot be signed. `not_json` concerns only values (undefined,
 * functions, class instances, `toJSON`), the others both.
 */
export type JsonErrorCode =
  | 'too_large'
  | 'invalid_utf8'
  | 'syntax'
  | 'duplicate_key'
  | 'too_deep'
  | 'unsafe_number'
  | 'lone_surrogate'
  | 'forbidden_key'
  | 'not_json';

/** Error of JSON input. Its message never repeats the content, so that an agent's text does not reach a log through an error. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly code: JsonErrorCode;
  /** Offset in UTF-16 units of the decoded text, where parsing stopped. */
  readonly position: number | undefined;

  constructor(code: JsonErrorCode, message: string, position?: number) {
    super(position === undefined ? message : `${message} at ${position}`);
    this.code = code;
    this.position = position;
  }
}
