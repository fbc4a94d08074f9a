import { ObjectStoreError } from '../port/object-store-error.ts';

const MAX_PAGE = 1000;

/**
 * Returns the page size.
 * @throws ObjectStoreError `invalid_request` for a limit that is not 1 to 1000
 */
export function pageLimit(limit: number = MAX_PAGE): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    throw new ObjectStoreError('invalid_request', 'a page holds 1 to 1000 keys');
  }
  return limit;
}

/** Decodes form encoding: a plus is a space, `%2B` is a plus. */
export function decodeListedKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll('+', ' '));
}
