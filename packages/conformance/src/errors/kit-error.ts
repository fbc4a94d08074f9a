export type KitErrorCode =
  | 'unreachable'
  | 'bad_answer'
  | 'not_admitted'
  | 'registration_refused'
  | 'untrusted_root'
  | 'client_ended'
  | 'client_timeout'
  | 'client_garbled';

/** Why a run of the kit came to an early end. What of the home or the client is at fault stands in the report. */
export class KitError extends Error {
  override readonly name = 'KitError';
  readonly code: KitErrorCode;

  constructor(code: KitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
