import { OssError } from '../http/oss-error.ts';
import { MAX_SKEW_MS, type SignedRequest } from '../http/signed-request.ts';
import { type AuthenticationContext, assertScope, resolvePrincipal } from './authenticated-claim.ts';
import { assertMatches } from './explained-refusal.ts';
import { parsePresignedV4, parseV4Date, V4_ALGORITHM } from './parse-v4.ts';
import { checkSignatureV1, parsePresignedV1 } from './signature-v1.ts';
import { checkSignatureV4 } from './signature-v4.ts';

const MAX_PRESIGNED_SECONDS = 604_800;

export function byPresignedV4(request: SignedRequest, context: AuthenticationContext) {
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

export function byPresignedV1(request: SignedRequest, context: AuthenticationContext) {
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
