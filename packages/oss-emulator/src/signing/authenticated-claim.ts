import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { OssError } from '../http/oss-error.ts';
import { MAX_SKEW_MS } from '../http/signed-request.ts';
import type { SignatureV4 } from './parse-v4.ts';

export interface AuthenticationContext {
  credentials: CredentialDirectory;
  region: string;
  /** The store's clock: expiry of tokens and presigned URLs. */
  now: number;
  /** The machine's clock: freshness of a signed date. */
  wallClock: number;
}

export function resolvePrincipal(
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

export function assertScope(claimed: SignatureV4, date: string, region: string): void {
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

export function assertFresh(time: number | undefined, wallClock: number): void {
  if (time === undefined) {
    throw new OssError('AccessDenied', { message: 'OSS authentication requires a valid Date.' });
  }
  if (Math.abs(wallClock - time) > MAX_SKEW_MS) throw new OssError('RequestTimeTooSkewed');
}
