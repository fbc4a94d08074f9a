import { parseObjectKey } from '@agent-home/protocol';
import { notInBucket } from './edition-schedule.ts';

/**
 * Returns true if the object of this key is an archived ledger entry: its text is in the database and in a
 * pack, and no longer at its own key. `etag`: that of the confirmed bytes, from the key's row.
 */
export function isArchived({
  objectKey,
  etag,
}: {
  objectKey: string;
  etag: string | null | undefined;
}): boolean {
  return etag === notInBucket && parseObjectKey(objectKey)?.kind === 'topic_ledger_entry';
}
