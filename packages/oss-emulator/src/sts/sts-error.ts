const KINDS = {
  'EntityNotExist.Role': { status: 404, message: 'The specified Role not exists.' },
  IncompleteSignature: { status: 400, message: 'The request signature does not cover what it must.' },
  InternalError: { status: 500, message: 'The request processing has failed due to some unknown error.' },
  'InvalidAccessKeyId.NotFound': { status: 404, message: 'Specified access key is not found.' },
  'InvalidAction.NotFound': { status: 404, message: 'Specified api is not found.' },
  'InvalidParameter.DurationSeconds': {
    status: 400,
    message: 'The Min/Max value of DurationSeconds is 15min/1hr.',
  },
  'InvalidParameter.PolicyGrammar': {
    status: 400,
    message: 'The parameter Policy has not passed grammar check.',
  },
  'InvalidParameter.PolicySize': {
    status: 400,
    message: 'The size of Policy must be smaller than 2048 characters.',
  },
  'InvalidParameter.RoleArn': { status: 400, message: 'The parameter RoleArn is wrongly formed.' },
  'InvalidParameter.RoleSessionName': {
    status: 400,
    message: 'The parameter RoleSessionName is wrongly formed.',
  },
  'InvalidSecurityToken.Expired': { status: 400, message: 'Specified SecurityToken is expired.' },
  'InvalidSecurityToken.Malformed': { status: 400, message: 'Specified SecurityToken is malformed.' },
  'InvalidTimeStamp.Expired': { status: 400, message: 'Specified time stamp or date value is expired.' },
  'InvalidTimeStamp.Format': {
    status: 400,
    message: 'Specified time stamp or date value is not well formatted.',
  },
  MissingSecurityToken: { status: 400, message: 'SecurityToken is mandatory for this action.' },
  NoPermission: {
    status: 403,
    message: 'You are not authorized to do this action. You should be authorized by RAM.',
  },
  SignatureDoesNotMatch: { status: 400, message: 'Specified signature is not matched with our calculation.' },
  SignatureNonceUsed: { status: 400, message: 'Specified signature nonce was used already.' },
  'Throttling.Api': { status: 400, message: 'Request was denied due to api flow control.' },
} satisfies Record<string, { status: number; message: string }>;

type StsErrorCode = keyof typeof KINDS;

/** A refusal of the token service in the vendor's terms. */
export class StsError extends Error {
  override readonly name = 'StsError';
  readonly code: StsErrorCode;
  readonly status: number;

  /** `further` must not contain a secret, because it is sent. */
  constructor(code: StsErrorCode, further = '') {
    super(`${KINDS[code].message}${further}`);
    this.code = code;
    this.status = KINDS[code].status;
  }
}
