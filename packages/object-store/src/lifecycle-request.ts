import type { LifecycleRule } from './object-store.ts';
import { ObjectStoreError } from './object-store-error.ts';

const ID = /^[A-Za-z0-9_.-]{1,255}$/;
const PREFIX = /^[A-Za-z0-9_.-][A-Za-z0-9_./-]{0,1022}$/;

/**
 * An empty prefix is refused: it would delete the bucket.
 * @throws ObjectStoreError `invalid_request`
 */
export function assertLifecycleRules(rules: readonly LifecycleRule[]): void {
  const isValid = ({ id, prefix, days }: LifecycleRule): boolean =>
    ID.test(id) && PREFIX.test(prefix) && Number.isSafeInteger(days) && days >= 1;
  const ids = new Set(rules.map(({ id }) => id));
  if (!rules.every(isValid) || ids.size !== rules.length) {
    throw new ObjectStoreError('invalid_request', 'a lifecycle rule is not valid');
  }
}
