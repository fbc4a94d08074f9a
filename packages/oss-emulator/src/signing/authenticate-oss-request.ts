import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { OssError } from '../http/oss-error.ts';
import { headerValue, MAX_SKEW_MS, type SignedRequest } from '../http/signed-request.ts';
import { assertMatches } from './explained-refusal.ts';
import { checkSignatureV1, parseAuthorizationV1, parsePresignedV1 } from './signature-v1.ts';
import {
  checkSignatureV4,
  parseAuthorizationV4,
  parsePresignedV4,
  parseV4Date,
  type SignatureV4,
  V4_ALGORITHM,
} from './signature-v4.ts';

interface AuthenticationContext {
  credentials: CredentialDirectory;
  region: string;
  /** The store's clock: expiry of tokens and presigned URLs. */
  now: number;
  /** The machine's clock: freshness of a signed date. */
  wallClock: number;
}

const MAX_PRESIGNED_SECONDS = 604_800;

/** Who signed the request; throws the vendor's refusal for every other case, anonymous included. */
export function authenticateOssRequest(request: SignedRequest, context: AuthenticationContext): Principal {
  const authorization = headerValue(request.headers, 'authorization');
  const presignedV4 = request.query.has('x-oss-signature') || request.query.has('x-oss-signature-version');
  const presignedV1 = request.query.has('Signature') || request.query.has('OSSAccessKeyId');
  if (Number(authorization !== undefined) + Number(presignedV4) + Number(presignedV1) > 1) {
    throw new OssError('InvalidArgument', { message: 'Only one way of signing is allowed in a request.' });
  }
  if (presignedV4) return byPresignedV4(request, context);
  if (presignedV1) return byPresignedV1(request, context);
  if (authorization === undefined) throw new OssError('AccessDenied');
  return authorization.startsWith(V4_ALGORITHM)
    ? byHeaderV4(request, authorization, context)
    : byHeaderV1(request, authorization, context);
}

function resolvePrincipal(
  context: AuthenticationContext,
  accessKeyId: string,
  token: string | undefined,
): Principal {
  const resolved = context.credentials.resolve(accessKeyId, token, context.now);
  if (typeof resolved !== 'string') return resolved;
  switch (resolved) {
    case 'token_invalid':
      throw new OssError('InvalidSecurityToken');
    case 'token_not_supported':
      throw new OssError('SecurityTokenNotSupported');
    case 'token_expired':
    case 'token_missing':
    case 'unknown_key':
      throw new OssError('InvalidAccessKeyId');
  }
}

function assertScope(claimed: SignatureV4, date: string, region: string): void {
  const { scope } = claimed;
  if (scope.region !== region) {
    throw new OssError('InvalidArgument', {
      message: 'Invalid signing region in Authorization header.',
      ec: '0002-00000226',
    });
  }
  if (scope.date !== date.slice(0, 8) || scope.product !== 'oss' || scope.request !== 'aliyun_v4_request') {
    throw new OssError('InvalidArgument', { message: 'Invalid signing scope in Authorization header.' });
  }
}

function assertFresh(time: number | undefined, wallClock: number): void {
  if (time === undefined) {
    throw new OssError('AccessDenied', { message: 'OSS authentication requires a valid Date.' });
  }
  if (Math.abs(wallClock - time) > MAX_SKEW_MS) throw new OssError('RequestTimeTooSkewed');
}

function byHeaderV4(request: SignedRequest, authorization: string, context: AuthenticationContext) {
  const claimed = parseAuthorizationV4(authorization);
  if (claimed === undefined) {
    throw new OssError('InvalidArgument', { message: 'Invalid Authorization header.' });
  }
  const date = headerValue(request.headers, 'x-oss-date') ?? '';
  const payload = headerValue(request.headers, 'x-oss-content-sha256');
  if (payload !== 'UNSIGNED-PAYLOAD') {
    throw new OssError('InvalidArgument', { message: 'x-oss-content-sha256 must be UNSIGNED-PAYLOAD.' });
  }
  assertFresh(parseV4Date(date), context.wallClock);
  assertScope(claimed, date, context.region);
  const token = headerValue(request.headers, 'x-oss-security-token');
  const principal = resolvePrincipal(context, claimed.accessKeyId, token);
  const checked = checkSignatureV4(request, claimed, date, principal.accessKeySecret);
  assertMatches(checked, claimed, token, '0002-00000201');
  return principal;
}

function byHeaderV1(request: SignedRequest, authorization: string, context: AuthenticationContext) {
  const claimed = parseAuthorizationV1(authorization);
  if (claimed === undefined) {
    throw new OssError('InvalidArgument', { message: 'Unsupported Authorization Type', ec: '0002-00000002' });
  }
  const date = headerValue(request.headers, 'x-oss-date') ?? headerValue(request.headers, 'date') ?? '';
  const time = /GMT$/.test(date) ? Date.parse(date) : Number.NaN;
  assertFresh(Number.isNaN(time) ? undefined : time, context.wallClock);
  const token = headerValue(request.headers, 'x-oss-security-token');
  const principal = resolvePrincipal(context, claimed.accessKeyId, token);
  const checked = checkSignatureV1(request, claimed, date, principal.accessKeySecret);
  assertMatches(checked, claimed, token, '0002-00000201');
  return principal;
}

function byPresignedV4(request: SignedRequest, context: AuthenticationContext) {
  const { query } = request;
  const claimed = parsePresignedV4(query);
  const date = query.get('x-oss-date') ?? '';
  const start = parseV4Date(date);
  const expires = query.get('x-oss-expires') ?? '';
  if (
    claimed === undefined ||
    start === undefined ||
    query.get('x-oss-signature-version') !== V4_ALGORITHM ||
    !/^[1-9]\d{0,5}$/.test(expires) ||
    Number(expires) > MAX_PRESIGNED_SECONDS
  ) {
    throw new OssError('AuthorizationQueryParametersError');
  }
  assertScope(claimed, date, context.region);
  if (start - context.wallClock > MAX_SKEW_MS || context.now >= start + Number(expires) * 1000) {
    throw new OssError('AccessDenied', { message: 'Request has expired.' });
  }
  const token = query.get('x-oss-security-token');
  const principal = resolvePrincipal(context, claimed.accessKeyId, token);
  const checked = checkSignatureV4(request, claimed, date, principal.accessKeySecret);
  assertMatches(checked, claimed, token, '0002-00000040');
  return principal;
}

function byPresignedV1(request: SignedRequest, context: AuthenticationContext) {
  const { query } = request;
  const claimed = parsePresignedV1(query);
  const expires = query.get('Expires') ?? '';
  if (claimed === undefined || !/^\d{1,12}$/.test(expires)) {
    throw new OssError('AccessDenied', { message: 'The signed URL lacks a valid Expires.' });
  }
  if (context.now >= Number(expires) * 1000) {
    throw new OssError('AccessDenied', { message: 'Request has expired.' });
  }
  const token = query.get('security-token');
  const principal = resolvePrincipal(context, claimed.accessKeyId, token);
  const checked = checkSignatureV1(request, claimed, expires, principal.accessKeySecret);
  assertMatches(checked, claimed, token, '0002-00000040');
  return principal;
}
