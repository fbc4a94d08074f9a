import { listed, writeFingerprint } from '../../judging/inputs/fetch-input.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** The fingerprint of the judged object, if it is still there: should its key open again, only a new write counts. */
export async function fingerprintOfWrite(
  platform: RestoringPlatform,
  objectKey: string,
): Promise<string | null> {
  const object = await listed(platform, objectKey);
  return object ? writeFingerprint(object) : null;
}
