/** Why a validator did not judge. */
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

/** In our own words alone: what a validator throws may repeat what it was shown. */
const messages: Readonly<Record<ValidatorErrorCode, string>> = {
  validator_missing: 'the settings have no validator of its name',
  validator_changed:
    'its validator, or the project around it, has changed since it was trusted: agents trust shows what',
  validator_not_loaded: 'its module could not be loaded, or has no such function',
  validator_threw: 'its validator threw',
  validator_timeout: 'its validator took too long',
  validator_died: 'its validator ended without an answer',
  validator_nonsense: 'its validator gave neither true, false nor { passed, errors }',
  cancelled: 'the run ended before',
};

export class ValidatorError extends Error {
  override readonly name = 'ValidatorError';
  readonly code: ValidatorErrorCode;

  constructor(code: ValidatorErrorCode) {
    super(messages[code]);
    this.code = code;
  }
}
