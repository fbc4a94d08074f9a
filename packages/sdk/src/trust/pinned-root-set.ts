import { type RootSet, rootSetSchema } from '@agent-home/protocol';
import { UsageError } from '../errors/agent-home-error.ts';

/**
 * Parses the pinned root set, as read from a file. A set without keys is rejected, because nothing could be trusted.
 * @throws UsageError `missing_root_set`, `invalid_root_set`
 */
export function requireRootSet(given: unknown): RootSet {
  const { keys } = (given ?? {}) as { keys?: unknown };
  if (keys === undefined || (Array.isArray(keys) && keys.length === 0))
    throw new UsageError(
      'missing_root_set',
      'rootSet: has no keys; get keys/root.json from the operator of the home',
    );
  const parsed = rootSetSchema.safeParse(given);
  if (parsed.success) return given as RootSet;
  const [issue] = parsed.error.issues;
  throw new UsageError('invalid_root_set', `rootSet.${issue?.path.join('.')}: ${issue?.message}`);
}
