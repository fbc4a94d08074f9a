import { ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { isDatabaseAway } from '@agent-home/platform';
import { ApiError, type ApiErrorCode } from './api-error.ts';

/**
 * Maps errors of the database and the store to responses, the only place that does. Errors that an agent or a
 * caller can cause are reported as such; others are reported as temporary. `undefined` for an internal error.
 */
export function serviceProblem(error: unknown): ApiError | undefined {
  if (error instanceof ObjectStoreError) return problemOf(storeProblems[error.code]);
  if (isDatabaseAway(error)) return problemOf(['service_unavailable', 'the database is away; try again', 2]);
  const problem = databaseProblems[databaseClass(error) ?? ''];
  return problem && problemOf(problem);
}

type Told = [code: ApiErrorCode, message: string, retryAfterSeconds?: number];

const changed: Told = ['object_changed', 'the object was changed meanwhile; ask again'];
const notPlain: Told = [
  'object_not_plain',
  'what lies there is not a plain object: a link, an archived or an encoded one is not read',
];
const misled: Told = [
  'service_unavailable',
  'the store does not let the platform in; it has been logged',
  30,
];
const storeAway: Told = ['service_unavailable', 'the store is away; try again', 5];

const storeProblems: Record<ObjectStoreErrorCode, Told> = {
  not_found: ['not_found', 'the object is not in the store any more'],
  too_large: ['object_too_large', 'the object is larger than what is shown here'],
  not_plain: notPlain,
  changed,
  content_encoding: notPlain,
  put_in_parts: notPlain,
  already_exists: changed,
  precondition_failed: changed,
  throttled: ['service_unavailable', 'the store asks to slow down; try again', 2],
  timeout: storeAway,
  unavailable: storeAway,
  access_denied: misled,
  credentials_expired: misled,
  invalid_request: misled,
};

/** Keyed by the first two characters of PostgreSQL's code. */
const databaseProblems: Record<string, Told | undefined> = {
  // A value of the right form that no column holds and nothing compares with: only callers' values can be that.
  '22': ['invalid_request', 'the request holds a value that can be neither kept nor found'],
  // Rolled back for the sake of others.
  '40': ['service_unavailable', 'others change the same at this moment; try again', 1],
};

function databaseClass(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, severity } = current as { code?: unknown; severity?: unknown };
    if (typeof severity === 'string' && typeof code === 'string' && code.length === 5)
      return code.slice(0, 2);
  }
  return undefined;
}

function problemOf([code, message, retryAfterSeconds]: Told): ApiError {
  return new ApiError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
