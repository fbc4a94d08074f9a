export type MutationErrorCode =
  | 'file_missing'
  | 'symbol_missing'
  | 'symbol_ambiguous'
  | 'code_missing'
  | 'code_ambiguous'
  | 'edits_overlap'
  | 'nothing_changed';

/** Mutation whose place in the sources differs from its description. The message names the remedy. */
export class MutationError extends Error {
  readonly code: MutationErrorCode;

  constructor(code: MutationErrorCode, message: string) {
    super(message);
    this.name = 'MutationError';
    this.code = code;
  }
}
