import { describe, expect, it } from 'vitest';
import { expectSilence } from '../contract/expect-error.ts';
import { toS3Error } from './s3-error.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const KEY = { accessKeyId: 'AKIAone', accessKeySecret: 'hush' };
const session = (secondsLeft: number) => ({
  ...KEY,
  securityToken: 'token',
  expiration: new Date(NOW + secondsLeft * 1000),
});
const answer = (status: number, code?: string) => ({
  status,
  headers: { 'x-amz-request-id': 'R1' },
  data: Buffer.from(code === undefined ? '' : `<Error><Code>${code}</Code><Message>hush</Message></Error>`),
});

describe('an answer that is no success', () => {
  it.each([
    [404, 'NoSuchKey', 'not_found'],
    [404, undefined, 'not_found'],
    [404, 'NoSuchBucket', 'invalid_request'],
    [412, 'PreconditionFailed', 'precondition_failed'],
    [412, undefined, 'precondition_failed'],
    [403, 'AccessDenied', 'access_denied'],
    [400, 'AccessDenied', 'access_denied'],
    [403, 'SignatureDoesNotMatch', 'access_denied'],
    [403, 'InvalidAccessKeyId', 'access_denied'],
    [403, 'RequestTimeTooSkewed', 'invalid_request'],
    [400, 'ExpiredToken', 'credentials_expired'],
    [400, 'XMinioInvalidObjectName', 'invalid_request'],
    [409, 'ConditionalRequestConflict', 'unavailable'],
    [503, 'SlowDownRead', 'throttled'],
    [503, 'SlowDownWrite', 'throttled'],
    [503, 'TooManyRequests', 'throttled'],
    [429, undefined, 'throttled'],
    [503, 'XMinioServerNotInitialized', 'unavailable'],
    [500, 'constructor', 'unavailable'],
    [206, undefined, 'unavailable'],
    [304, undefined, 'unavailable'],
    [307, undefined, 'invalid_request'],
    [413, undefined, 'invalid_request'],
  ])('%i %s is %s', (status, vendorCode, code) => {
    const error = toS3Error('put', answer(status, vendorCode), KEY, NOW);
    expect(error).toMatchObject({ code, status, vendorCode, requestId: 'R1' });
    expectSilence(error, ['hush']);
  });

  it('to a HEAD names its code in a header of MinIO', () => {
    const headers = { 'x-minio-error-code': 'NoSuchBucket' };
    expect(toS3Error('head', { status: 404, headers, data: Buffer.alloc(0) }, KEY, NOW)).toHaveProperty(
      'code',
      'invalid_request',
    );
  });
});

describe('a temporary key that the store does not know', () => {
  it.each([
    ['InvalidAccessKeyId', -1, 'credentials_expired'],
    ['InvalidTokenId', 30, 'credentials_expired'],
    [undefined, -1, 'credentials_expired'],
    ['InvalidAccessKeyId', 600, 'access_denied'],
    ['AccessDenied', -1, 'access_denied'],
  ])('%s with %i s left is %s', (vendorCode, left, code) => {
    expect(toS3Error('get', answer(403, vendorCode), session(left), NOW)).toHaveProperty('code', code);
  });
});
