import type { PutOptions } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { type PutHeaders, putHeaders } from '../requests/put-headers.ts';
import { METADATA_PREFIX } from './object-headers.ts';

export type PutCondition = 'absent' | { ifMatch: string };

/** Characters that the quoted header can contain. */
const ETAG = /^[A-Za-z0-9._-]{1,128}$/;

/** @throws ObjectStoreError `invalid_request` for a value that a header cannot carry unchanged */
export function s3PutHeaders(options: Omit<PutOptions, 'ifMatch'>, condition?: PutCondition): PutHeaders {
  const headers = Object.entries(putHeaders(options, METADATA_PREFIX));
  return {
    ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(condition !== undefined && conditionHeader(condition)),
  };
}

function conditionHeader(condition: PutCondition): PutHeaders {
  if (condition === 'absent') return { 'if-none-match': '*' };
  if (!ETAG.test(condition.ifMatch)) throw new ObjectStoreError('invalid_request', 'the etag is not valid');
  return { 'if-match': `"${condition.ifMatch}"` };
}

/** Converts the refusal of a condition into the port's error; returns other errors unchanged. */
export function refusedCondition(error: unknown, condition: PutCondition): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  const { code, vendorCode, requestId, status } = error;
  // For a put with an etag, the store responds "not found" if the key has no object.
  const isRefusal = code === 'precondition_failed' || (code === 'not_found' && condition !== 'absent');
  if (!isRefusal) return error;
  const meaning = condition === 'absent' ? 'already_exists' : 'precondition_failed';
  return new ObjectStoreError(meaning, `put: ${vendorCode ?? status}`, { vendorCode, requestId, status });
}
