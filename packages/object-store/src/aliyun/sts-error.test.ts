import { describe, expect, it } from 'vitest';
import type { ObjectStoreErrorCode } from '../port/object-store-error.ts';
import { createAliyunCredentialIssuer } from './aliyun-credential-issuer.ts';
import { toStsError } from './sts-error.ts';

describe('an answer of STS', () => {
  it.each<[statusCode: number, vendorCode: string, code: ObjectStoreErrorCode]>([
    [400, 'Throttling.User', 'throttled'],
    [503, 'Throttling.Api', 'throttled'],
    [429, 'TooManyRequests', 'throttled'],
    [403, 'NoPermission', 'access_denied'],
    [404, 'EntityNotExist.Role', 'access_denied'],
    [404, 'InvalidAccessKeyId.NotFound', 'access_denied'],
    [400, 'SignatureDoesNotMatch', 'access_denied'],
    [400, 'InvalidParameter.PolicyGrammar', 'invalid_request'],
    [500, 'InternalError', 'unavailable'],
  ])('%i %s is %s', (statusCode, vendorCode, code) => {
    expect(toStsError({ statusCode, code: vendorCode, requestId: 'r1' })).toMatchObject({
      code,
      vendorCode,
      status: statusCode,
      requestId: 'r1',
    });
  });

  it('is not quoted, since its URL contains the policy', () => {
    const error = Object.assign(new Error('POST http://sts/?Policy=hush failed.'), { code: 'ECONNREFUSED' });
    expect(toStsError(error).message).toBe('AssumeRole: ECONNREFUSED');
  });
});

describe('an issuer without a key of its own', () => {
  const whole = {
    endpoint: 'localhost:9',
    protocol: 'http',
    accessKeyId: 'LTAI',
    accessKeySecret: 'hush',
    roleArn: 'acs:ram::1:role/agent',
  } as const;

  it.each(['accessKeyId', 'accessKeySecret', 'roleArn'] as const)(
    'is not created when %s is empty',
    (field) => {
      expect(() => createAliyunCredentialIssuer({ ...whole, [field]: '' })).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
    },
  );
});
