import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { StsError } from '../sts/sts-error.ts';
import {
  type Acs3Request,
  coversRequest,
  parseAcs3Authorization,
  verifyAcs3Signature,
} from './acs3-signature.ts';
import { headerValue, MAX_SKEW_MS } from './signed-request.ts';
import type { UsedNonces } from './used-nonces.ts';

export interface StsAuthenticationContext {
  credentials: CredentialDirectory;
  nonces: UsedNonces;
  /** The store's clock: expiry of a caller's own token. */
  now: number;
  /** The machine's clock: freshness of the signed date. */
  wallClock: number;
}

const REFUSALS = {
  unknown_key: 'InvalidAccessKeyId.NotFound',
  token_missing: 'MissingSecurityToken',
  token_invalid: 'InvalidSecurityToken.Malformed',
  token_not_supported: 'InvalidSecurityToken.Malformed',
  token_expired: 'InvalidSecurityToken.Expired',
} as const;

/** Who signed a request to the token service. Throws `StsError`. */
export function authenticateStsRequest(request: Acs3Request, context: StsAuthenticationContext): Principal {
  const claimed = parseAcs3Authorization(headerValue(request.headers, 'authorization'));
  if (claimed === undefined || !coversRequest(request, claimed)) throw new StsError('IncompleteSignature');

  const date = headerValue(request.headers, 'x-acs-date') ?? '';
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time)) throw new StsError('InvalidTimeStamp.Format');
  if (Math.abs(context.wallClock - time) > MAX_SKEW_MS) throw new StsError('InvalidTimeStamp.Expired');

  const token = headerValue(request.headers, 'x-acs-security-token');
  const principal = context.credentials.resolve(claimed.accessKeyId, token, context.now);
  if (typeof principal === 'string') throw new StsError(REFUSALS[principal]);
  if (!verifyAcs3Signature(request, claimed, principal.accessKeySecret)) {
    throw new StsError('SignatureDoesNotMatch');
  }
  // Only a nonce of a good signature is remembered: nobody else can use up a client's nonces.
  const nonce = headerValue(request.headers, 'x-acs-signature-nonce') ?? '';
  if (!context.nonces.use(`${claimed.accessKeyId}:${nonce}`, context.wallClock)) {
    throw new StsError('SignatureNonceUsed');
  }
  return principal;
}
