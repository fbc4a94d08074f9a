import { describe, expect, it } from 'vitest';
import type { ObjectStoreErrorCode } from '../port/object-store-error.ts';
import type { StoreCredentials } from '../port/store-credentials.ts';
import { toObjectStoreError } from './oss-error.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const PERMANENT: StoreCredentials = { accessKeyId: 'LTAI', accessKeySecret: 'hush' };
const session = (expiresInSeconds: number): StoreCredentials => ({
  ...PERMANENT,
  securityToken: 'token',
  expiration: new Date(NOW + expiresInSeconds * 1000),
});

describe('an answer of OSS', () => {
  it.each<[status: number, vendorCode: string | undefined, code: ObjectStoreErrorCode]>([
    [400, 'InvalidArgument', 'invalid_request'],
    [400, 'NotImplemented', 'invalid_request'],
    [400, 'RequestTimeout', 'timeout'],
    [400, 'InvalidTargetType', 'not_plain'],
    [401, undefined, 'access_denied'],
    [403, 'AccessDenied', 'access_denied'],
    [403, 'SignatureDoesNotMatch', 'access_denied'],
    [403, 'InvalidAccessKeyId', 'access_denied'],
    [403, 'RequestTimeTooSkewed', 'invalid_request'],
    [403, 'SecurityTokenExpired', 'credentials_expired'],
    [403, 'InvalidObjectState', 'not_plain'],
    [404, 'NoSuchKey', 'not_found'],
    [404, 'NoSuchBucket', 'invalid_request'],
    [404, 'SymlinkTargetNotExist', 'not_plain'],
    [404, undefined, 'not_found'],
    [409, 'FileAlreadyExists', 'already_exists'],
    [409, 'ObjectNotAppendable', 'invalid_request'],
    [429, undefined, 'throttled'],
    [500, 'InternalError', 'unavailable'],
    [503, 'SlowDown', 'throttled'],
    [503, 'QpsLimitExceeded', 'throttled'],
    [503, 'DownloadTrafficRateLimitExceeded', 'throttled'],
    [503, 'constructor', 'unavailable'],
  ])('%i %s is %s', (status, vendorCode, code) => {
    const error = toObjectStoreError({ status, code: vendorCode, requestId: '5C3D' }, 'get', PERMANENT, NOW);
    expect(error).toMatchObject({ code, status, vendorCode, requestId: '5C3D' });
  });

  it('an unreadable response is unavailable', () => {
    expect(toObjectStoreError(new Error('Unexpected end'), 'list', PERMANENT, NOW).code).toBe('unavailable');
  });

  it('is not quoted', () => {
    const answer = Object.assign(new Error('StringToSign: hush'), {
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(toObjectStoreError(answer, 'get', PERMANENT, NOW).message).toBe('get: SignatureDoesNotMatch');
  });
});

describe('a key that OSS does not know', () => {
  const unknown = { status: 403, code: 'InvalidAccessKeyId' };
  const codeFor = (answer: object, credentials: StoreCredentials) =>
    toObjectStoreError(answer, 'get', credentials, NOW).code;

  it('has expired when temporary and its time is over', () => {
    expect(codeFor(unknown, session(-1))).toBe('credentials_expired');
    expect(codeFor(unknown, session(59))).toBe('credentials_expired');
    expect(codeFor({ status: 403 }, session(-1))).toBe('credentials_expired');
  });

  it('is refused while it should be valid', () => {
    expect(codeFor(unknown, session(61))).toBe('access_denied');
    expect(codeFor(unknown, { ...PERMANENT, expiration: new Date(0) })).toBe('access_denied');
    expect(codeFor(unknown, { ...PERMANENT, securityToken: 'token' })).toBe('access_denied');
  });

  it('does not excuse what else is denied', () => {
    expect(codeFor({ status: 403, code: 'AccessDenied' }, session(-1))).toBe('access_denied');
  });
});
