import type { OssServices } from '../http/oss-request.ts';
import { isExpired } from './lifecycle-rules.ts';

/** Removes expired objects and uploads; answers how many. What was written anew meanwhile stays. */
export async function applyLifecycle(
  services: Pick<OssServices, 'bucket' | 'objects' | 'uploads'>,
  now: number,
): Promise<number> {
  const rules = services.bucket.lifecycle;
  if (rules.length === 0) return 0;
  const expired = (record: { key: string; lastModified: number }) =>
    isExpired(rules, 'expiration', { key: record.key, since: record.lastModified }, now);

  let removed = 0;
  for (const { key } of [...services.objects.index.all()].filter(expired)) {
    if ((await services.objects.remove(key, expired)) !== undefined) removed++;
  }
  for (const upload of services.uploads.all()) {
    const subject = { key: upload.key, since: upload.initiatedAt };
    if (!isExpired(rules, 'abortMultipartUpload', subject, now)) continue;
    if (await services.uploads.discard(upload.id)) removed++;
  }
  return removed;
}
