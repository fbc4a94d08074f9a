import type { Principal } from '../access/credential-directory.ts';
import { OssError } from '../http/oss-error.ts';
import { headerValue, type SignedRequest } from '../http/signed-request.ts';
import {
  type AuthenticationContext,
  assertFresh,
  assertScope,
  resolvePrincipal,
} from './authenticated-claim.ts';
import { assertMatches } from './explained-refusal.ts';
import { parseAuthorizationV4, parseV4Date, V4_ALGORITHM } from './parse-v4.ts';
import { byPresignedV1, byPresignedV4 } from './presigned-request.ts';
import { checkSignatureV1, parseAuthorizationV1 } from './signature-v1.ts';
import { checkSignatureV4 } from './signature-v4.ts';

/** Returns the signer of the request; otherwise throws the vendor's refusal, also for anonymous requests. */
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
