import { parseObjectKey } from '@agent-home/protocol';
import { notInBucket } from './edition-schedule.ts';

/**
 * Whether what belongs at this key is a ledger entry that was archived: its text is in the database and in a pack, and
 * the bucket is to hold it at its own key no more. `etag`: that of the confirmed bytes, by the key's row.
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
