/** Reasons why a log cannot be trusted or read. */
export const logErrorCodes = [
  'malformed_line',
  'not_canonical',
  'invalid_record',
  'unknown_type',
  'invalid_data',
  'wrong_sequence',
  'broken_chain',
  'wrong_run',
  'wrong_cause',
  'missing_start',
  'missing_value',
  'wrong_value',
  'not_decided',
  'wrong_decision',
  'wrong_commitment',
  'unequal_replay',
] as const;
export type LogErrorCode = (typeof logErrorCodes)[number];

export class LogError extends Error {
  override readonly name = 'LogError';
  readonly code: LogErrorCode;
  /** The number of the record, from 0. */
  readonly seq: number;

  constructor(code: LogErrorCode, seq: number, message: string, options?: ErrorOptions) {
    super(`record ${seq}: ${message}`, options);
    this.code = code;
    this.seq = seq;
  }
}
