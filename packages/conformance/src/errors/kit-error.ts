export type KitErrorCode =
  | 'unreachable'
  | 'bad_answer'
  | 'not_admitted'
  | 'registration_refused'
  | 'untrusted_root'
  | 'client_ended'
  | 'client_timeout'
  | 'client_garbled';

/** Reason for which a run of the kit ended early. Faults of the home or the client are in the report instead. */
export class KitError extends Error {
  override readonly name = 'KitError';
  readonly code: KitErrorCode;

  constructor(code: KitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
