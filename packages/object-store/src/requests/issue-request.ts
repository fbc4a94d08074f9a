import { ObjectStoreError } from '../port/object-store-error.ts';
import { sessionSeconds } from '../port/session-seconds.ts';

const SESSION_NAME = /^[A-Za-z0-9.@_-]{2,64}$/;
const MAX_POLICY_LENGTH = 2048;

/**
 * Checks a request to any token service. A policy is required, because without one the session would have all rights of the role,
 * and services differ in what counts as no policy.
 * @throws ObjectStoreError `invalid_request`
 */
export function assertIssueRequest(request: {
  sessionName: string;
  policy: string;
  durationSeconds: number;
}): void {
  const { sessionName, policy, durationSeconds } = request;
  if (!SESSION_NAME.test(sessionName)) throw invalid('the session name is not valid');
  const { least, most } = sessionSeconds;
  if (!Number.isInteger(durationSeconds) || durationSeconds < least || durationSeconds > most) {
    throw invalid(`a session lasts ${least} to ${most} seconds`);
  }
  if (policy.length > MAX_POLICY_LENGTH) throw invalid('the policy is longer than 2048 characters');
  if (!hasStatements(policy)) throw invalid('the policy holds no statement');
}

function hasStatements(policy: string): boolean {
  try {
    const document: unknown = JSON.parse(policy);
    if (typeof document !== 'object' || document === null || !('Statement' in document)) return false;
    return Array.isArray(document.Statement) && document.Statement.length > 0;
  } catch {
    return false;
  }
}

function invalid(message: string): ObjectStoreError {
  return new ObjectStoreError('invalid_request', message);
}
