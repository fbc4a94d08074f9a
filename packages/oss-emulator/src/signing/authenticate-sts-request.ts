import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { StsError } from '../sts/sts-error.ts';
import {
  type Acs3Request,
  coversRequest,
  parseAcs3Authorization,
  verifyAcs3Signature,
} from './acs3-signature.ts';
import { matchesRpcSignature, parseRpcSignature } from './rpc-signature.ts';
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

/** What every way of signing says, and how to find out whether it is so. */
interface Claim {
  accessKeyId: string;
  token: string | undefined;
  date: string;
  nonce: string;
  matches(accessKeySecret: string): boolean;
}

const REFUSALS = {
  unknown_key: 'InvalidAccessKeyId.NotFound',
  token_missing: 'MissingSecurityToken',
  token_invalid: 'InvalidSecurityToken.Malformed',
  token_not_supported: 'InvalidSecurityToken.Malformed',
  token_expired: 'InvalidSecurityToken.Expired',
} as const;

/** Who signed a request with ACS3-HMAC-SHA256. Throws `StsError`. */
export function authenticateAcs3(request: Acs3Request, context: StsAuthenticationContext): Principal {
  const claimed = parseAcs3Authorization(headerValue(request.headers, 'authorization'));
  if (claimed === undefined || !coversRequest(request, claimed)) throw new StsError('IncompleteSignature');
  return authenticate(
    {
      accessKeyId: claimed.accessKeyId,
      token: headerValue(request.headers, 'x-acs-security-token'),
      date: headerValue(request.headers, 'x-acs-date') ?? '',
      nonce: headerValue(request.headers, 'x-acs-signature-nonce') ?? '',
      matches: (secret) => verifyAcs3Signature(request, claimed, secret),
    },
    context,
  );
}

/** Who signed these parameters with version 1.0. Throws `StsError`. */
export function authenticateRpc(
  method: string,
  parameters: ReadonlyMap<string, string>,
  context: StsAuthenticationContext,
): Principal {
  const claimed = parseRpcSignature(parameters);
  if (claimed === undefined) throw new StsError('IncompleteSignature');
  const { accessKeyId, token, timestamp, nonce } = claimed;
  const matches = (secret: string) => matchesRpcSignature(method, parameters, claimed, secret);
  return authenticate({ accessKeyId, token, date: timestamp, nonce, matches }, context);
}

function authenticate(claim: Claim, context: StsAuthenticationContext): Principal {
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(claim.date);
  const time = isDate ? Date.parse(claim.date) : Number.NaN;
  if (Number.isNaN(time)) throw new StsError('InvalidTimeStamp.Format');
  if (Math.abs(context.wallClock - time) > MAX_SKEW_MS) throw new StsError('InvalidTimeStamp.Expired');

  const principal = context.credentials.resolve(claim.accessKeyId, claim.token, context.now);
  if (typeof principal === 'string') throw new StsError(REFUSALS[principal]);
  if (!claim.matches(principal.accessKeySecret)) throw new StsError('SignatureDoesNotMatch');
  // Only a nonce of a good signature is remembered: nobody else can use up a client's nonces.
  if (!context.nonces.use(`${claim.accessKeyId}:${claim.nonce}`, context.wallClock)) {
    throw new StsError('SignatureNonceUsed');
  }
  return principal;
}
