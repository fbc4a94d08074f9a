import { ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { isDatabaseAway } from '@agent-home/platform';
import { ApiError, type ApiErrorCode } from './api-error.ts';

/**
 * Maps errors of the database and the store to responses, the only place that does. Errors that an agent or a
 * caller can cause are reported as such; others are reported as temporary. `undefined` for an internal error.
 */
export function serviceProblem(error: unknown): ApiError | undefined {
  if (error instanceof ObjectStoreError) return findProblem(storeProblems[error.code]);
  if (isDatabaseAway(error))
    return findProblem(['service_unavailable', 'the database is not available; retry', 2]);
  const problem = databaseProblems[databaseClass(error) ?? ''];
  return problem && findProblem(problem);
}

type Told = [code: ApiErrorCode, message: string, retryAfterSeconds?: number];

const changed: Told = ['object_changed', 'the object changed during the request; retry'];
const notPlain: Told = [
  'object_not_plain',
  'the object is a link, archived or encoded, so it cannot be read; write it as a plain object',
];
const misled: Told = [
  'service_unavailable',
  'the store denies access to the platform, which was logged; notify the operator of the home',
  30,
];
const storeAway: Told = ['service_unavailable', 'the store is not available; retry', 5];

const storeProblems: Record<ObjectStoreErrorCode, Told> = {
  not_found: ['not_found', 'the object no longer exists in the store'],
  too_large: ['object_too_large', 'the object is too large to be shown; read it from the store'],
  not_plain: notPlain,
  changed,
  content_encoding: notPlain,
  put_in_parts: notPlain,
  already_exists: changed,
  precondition_failed: changed,
  throttled: ['service_unavailable', 'the store limits requests; retry later', 2],
  timeout: storeAway,
  unavailable: storeAway,
  access_denied: misled,
  credentials_expired: misled,
  invalid_request: misled,
};

/** Keyed by the first two characters of PostgreSQL's code. */
const databaseProblems: Record<string, Told | undefined> = {
  // A well-formed value that PostgreSQL can neither store nor compare. Only values of callers can be such.
  '22': ['invalid_request', 'the request contains a value that the database cannot store; change it'],
  // Rolled back because of a concurrent transaction.
  '40': ['service_unavailable', 'the data is being changed by another request; retry', 1],
};

function databaseClass(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, severity } = current as { code?: unknown; severity?: unknown };
    if (typeof severity === 'string' && typeof code === 'string' && code.length === 5)
      return code.slice(0, 2);
  }
  return undefined;
}

function findProblem([code, message, retryAfterSeconds]: Told): ApiError {
  return new ApiError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
