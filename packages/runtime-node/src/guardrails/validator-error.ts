/** Codes of failures to get a verdict from a validator. */
export const validatorErrorCodes = [
  'validator_missing',
  'validator_changed',
  'validator_not_loaded',
  'validator_threw',
  'validator_timeout',
  'validator_died',
  'validator_nonsense',
  'cancelled',
] as const;
export type ValidatorErrorCode = (typeof validatorErrorCodes)[number];

/** Fixed texts, because an error thrown by a validator may quote the output. */
const messages: Readonly<Record<ValidatorErrorCode, string>> = {
  validator_missing: 'the settings have no validator of its name',
  validator_changed: 'its validator or project changed since it was trusted: run agent-home agents trust',
  validator_not_loaded: 'its module could not be loaded or does not export the function',
  validator_threw: 'its validator threw an error',
  validator_timeout: 'its validator exceeded its timeout',
  validator_died: 'its validator process ended without a verdict',
  validator_nonsense: 'its validator returned neither a boolean nor { passed, errors }',
  cancelled: 'the run ended before the verdict',
};

export class ValidatorError extends Error {
  override readonly name = 'ValidatorError';
  readonly code: ValidatorErrorCode;

  constructor(code: ValidatorErrorCode) {
    super(messages[code]);
    this.code = code;
  }
}
