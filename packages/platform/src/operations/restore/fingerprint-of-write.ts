import { listed, writeFingerprint } from '../../judging/inputs/fetch-input.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** What was judged at this key, as far as it is there still: its key may open again, and only a new write counts. */
export async function fingerprintOfWrite(
  platform: RestoringPlatform,
  objectKey: string,
): Promise<string | null> {
  const object = await listed(platform, objectKey);
  return object ? writeFingerprint(object) : null;
}
