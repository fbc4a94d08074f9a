export type MutationErrorCode =
  | 'file_missing'
  | 'symbol_missing'
  | 'symbol_ambiguous'
  | 'code_missing'
  | 'code_ambiguous'
  | 'edits_overlap'
  | 'nothing_changed';

/** A mutation whose place is not in the sources as it describes it. The message says what to do. */
export class MutationError extends Error {
  readonly code: MutationErrorCode;

  constructor(code: MutationErrorCode, message: string) {
    super(message);
    this.name = 'MutationError';
    this.code = code;
  }
}
