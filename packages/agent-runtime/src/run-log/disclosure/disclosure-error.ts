/** Reasons why a disclosed log, or a message that is checked against a log, is refused. */
export const disclosureErrorCodes = [
  /** The text is not a disclosure. */
  'not_a_disclosure',
  /** The platform's keys are missing, or do not verify from the pinned root. */
  'keys_not_verified',
  /** The text is not a certified ledger entry with a message. */
  'message_not_certified',
  /** The message was rejected, so it is not in the conversation. */
  'message_rejected',
  /** The author's signature is missing or invalid. */
  'message_not_signed',
  /** The message commits to no run. */
  'message_without_run',
  /** The message commits to another run, or its author is another agent. */
  'other_run',
  /** The message commits to another log of the same run. */
  'other_log',
  /** The log ends before the record that the message commits to. */
  'log_too_short',
] as const;
export type DisclosureErrorCode = (typeof disclosureErrorCodes)[number];

export class DisclosureError extends Error {
  override readonly name = 'DisclosureError';
  readonly code: DisclosureErrorCode;

  constructor(code: DisclosureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
