import type { BucketSettings } from './bucket-settings.ts';
import { isExpired } from './lifecycle-rules.ts';
import type { MultipartUploads } from './multipart-uploads.ts';
import type { ObjectFiles } from './object-files.ts';

interface ExpiringStorage {
  bucket: BucketSettings;
  objects: ObjectFiles;
  uploads: MultipartUploads;
}

/** Removes expired objects and uploads, and returns their number. Objects rewritten meanwhile stay. */
export async function removeExpired(
  { bucket, objects, uploads }: ExpiringStorage,
  now: number,
): Promise<number> {
  const rules = bucket.lifecycle;
  if (rules.length === 0) return 0;
  const expired = (record: { key: string; lastModified: number }) =>
    isExpired(rules, 'expiration', { key: record.key, since: record.lastModified }, now);

  let removed = 0;
  for (const { key } of [...objects.index.all()].filter(expired)) {
    if ((await objects.remove(key, expired)) !== undefined) removed++;
  }
  for (const upload of uploads.all()) {
    const subject = { key: upload.key, since: upload.initiatedAt };
    if (!isExpired(rules, 'abortMultipartUpload', subject, now)) continue;
    if (await uploads.discard(upload.id)) removed++;
  }
  return removed;
}
