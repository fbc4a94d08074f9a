import type { LifecycleRule } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';

const ID = /^[A-Za-z0-9_.-]{1,255}$/;
const PREFIX = /^[A-Za-z0-9_.-][A-Za-z0-9_./-]{0,1022}$/;

const MAX_DAYS = 36_500;

/**
 * Validates lifecycle rules. An empty prefix is rejected because it would delete the bucket.
 * @throws ObjectStoreError `invalid_request`
 */
export function assertLifecycleRules(rules: readonly LifecycleRule[]): void {
  const isPeriod = (days: number | undefined): boolean =>
    days === undefined || (Number.isSafeInteger(days) && days >= 1 && days <= MAX_DAYS);
  const isValid = ({ id, prefix, days, abortUploadsDays }: LifecycleRule): boolean =>
    ID.test(id) &&
    PREFIX.test(prefix) &&
    (days ?? abortUploadsDays) !== undefined &&
    isPeriod(days) &&
    isPeriod(abortUploadsDays);
  const ids = new Set(rules.map(({ id }) => id));
  if (!rules.every(isValid) || ids.size !== rules.length) {
    throw new ObjectStoreError('invalid_request', 'a lifecycle rule is not valid');
  }
}

/** Returns a test for the ids that an update replaces: those of the new rules and those with the owner's prefix. */
export function replacedRules(
  rules: readonly LifecycleRule[],
  ownedPrefix: string | undefined,
): (id: unknown) => boolean {
  const ids = new Set<unknown>(rules.map(({ id }) => id));
  return (id) =>
    ids.has(id) || (ownedPrefix !== undefined && typeof id === 'string' && id.startsWith(ownedPrefix));
}
