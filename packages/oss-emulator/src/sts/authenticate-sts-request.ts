import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { headerValue, MAX_SKEW_MS } from '../http/signed-request.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';
import {
  type Acs3Request,
  coversRequest,
  parseAcs3Authorization,
  verifyAcs3Signature,
} from './acs3-signature.ts';
import { checkRpcSignature, parseRpcSignature } from './rpc-signature.ts';
import { StsError } from './sts-error.ts';
import type { UsedNonces } from './used-nonces.ts';

export interface StsAuthenticationContext {
  credentials: CredentialDirectory;
  nonces: UsedNonces;
  /** The store's clock: expiry of a caller's own token. */
  now: number;
  /** The machine's clock: freshness of the signed date. */
  wallClock: number;
}

/** Members common to all signing methods, and the verification of the signature. */
interface Claim {
  accessKeyId: string;
  token: string | undefined;
  date: string;
  nonce: string;
  /** Throws `SignatureDoesNotMatch`. */
  assertMatches(accessKeySecret: string): void;
}

const REFUSALS = {
  unknown_key: 'InvalidAccessKeyId.NotFound',
  token_missing: 'MissingSecurityToken',
  token_invalid: 'InvalidSecurityToken.Malformed',
  token_not_supported: 'InvalidSecurityToken.Malformed',
  token_expired: 'InvalidSecurityToken.Expired',
} as const;

/** Returns the signer of an ACS3-HMAC-SHA256 request. Throws `StsError`. */
export function authenticateAcs3(request: Acs3Request, context: StsAuthenticationContext): Principal {
  const claimed = parseAcs3Authorization(headerValue(request.headers, 'authorization'));
  if (claimed === undefined || !coversRequest(request, claimed)) throw new StsError('IncompleteSignature');
  return authenticate(
    {
      accessKeyId: claimed.accessKeyId,
      token: headerValue(request.headers, 'x-acs-security-token'),
      date: headerValue(request.headers, 'x-acs-date') ?? '',
      nonce: headerValue(request.headers, 'x-acs-signature-nonce') ?? '',
      assertMatches(secret) {
        if (!verifyAcs3Signature(request, claimed, secret)) throw new StsError('SignatureDoesNotMatch');
      },
    },
    context,
  );
}

/** Returns the signer of parameters in version 1.0. Throws `StsError`. */
export function authenticateRpc(
  method: string,
  parameters: ReadonlyMap<string, string>,
  context: StsAuthenticationContext,
): Principal {
  const claimed = parseRpcSignature(parameters);
  if (claimed === undefined) throw new StsError('IncompleteSignature');
  const { accessKeyId, token, timestamp, nonce } = claimed;
  const assertMatches = (secret: string) => {
    const { matches, stringToSign } = checkRpcSignature(method, parameters, claimed, secret);
    if (matches) return;
    // The vendor's clients read the text after the colon. A token in it would reach their logs.
    const hidden = token === undefined ? [] : [encodeUriComponent(encodeUriComponent(token))];
    const shown = hidden.reduce((text, secretText) => text.replaceAll(secretText, '***'), stringToSign);
    throw new StsError('SignatureDoesNotMatch', ` server string to sign is:${shown}`);
  };
  return authenticate({ accessKeyId, token, date: timestamp, nonce, assertMatches }, context);
}

function authenticate(claim: Claim, context: StsAuthenticationContext): Principal {
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(claim.date);
  const time = isDate ? Date.parse(claim.date) : Number.NaN;
  if (Number.isNaN(time)) throw new StsError('InvalidTimeStamp.Format');
  if (Math.abs(context.wallClock - time) > MAX_SKEW_MS) throw new StsError('InvalidTimeStamp.Expired');

  const principal = context.credentials.resolve(claim.accessKeyId, claim.token, context.now);
  if (typeof principal === 'string') throw new StsError(REFUSALS[principal]);
  claim.assertMatches(principal.accessKeySecret);
  // Stores a nonce only after its signature was verified, so that others cannot use up a client's nonces.
  if (!context.nonces.use(`${claim.accessKeyId}:${claim.nonce}`, context.wallClock)) {
    throw new StsError('SignatureNonceUsed');
  }
  return principal;
}
