import { ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getStatus } from './api-error.ts';
import { serviceProblem } from './service-problem.ts';

const told = (error: unknown) => {
  const problem = serviceProblem(error);
  return problem && { code: problem.code, status: getStatus(problem.code), again: problem.retryAfterSeconds };
};

describe('errors of the store', () => {
  test.each<[ObjectStoreErrorCode, code: string, status: number, again?: number]>([
    ['not_found', 'not_found', 404],
    ['too_large', 'object_too_large', 409],
    ['not_plain', 'object_not_plain', 409],
    ['content_encoding', 'object_not_plain', 409],
    ['already_exists', 'object_changed', 409],
    ['precondition_failed', 'object_changed', 409],
    ['throttled', 'service_unavailable', 503, 2],
    ['timeout', 'service_unavailable', 503, 5],
    ['unavailable', 'service_unavailable', 503, 5],
    ['access_denied', 'service_unavailable', 503, 30],
    ['credentials_expired', 'service_unavailable', 503, 30],
    ['invalid_request', 'service_unavailable', 503, 30],
  ])('%s is returned as %s, %i', (raised, code, status, again) => {
    expect(told(new ObjectStoreError(raised, 'x'))).toEqual({ code, status, again });
  });
});

describe('errors of PostgreSQL', () => {
  const raised = (code: string) =>
    new DrizzleQueryError('select 1', [], Object.assign(new Error('x'), { code, severity: 'ERROR' }));

  test.each([
    ['22021', 'invalid_request', 422, undefined],
    ['22003', 'invalid_request', 422, undefined],
    ['22008', 'invalid_request', 422, undefined],
    ['22P02', 'invalid_request', 422, undefined],
    ['40P01', 'service_unavailable', 503, 1],
    ['40001', 'service_unavailable', 503, 1],
    ['57P01', 'service_unavailable', 503, 2],
  ])('%s is returned as %s', (code, problem, status, again) => {
    expect(told(raised(code))).toEqual({ code: problem, status, again });
  });

  test('an error that only we can cause is internal', () => {
    for (const error of [raised('42703'), raised('23505'), new Error('x'), 'x', undefined])
      expect(told(error)).toBeUndefined();
    // An error of another source whose code has the same form.
    expect(told(Object.assign(new Error('x'), { code: '22021' }))).toBeUndefined();
  });
});
