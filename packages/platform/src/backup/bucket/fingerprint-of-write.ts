import { ObjectStoreError } from '@agent-home/object-store';
import { fingerprintOf } from '../../advance/fetch-input.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** What was judged at this key, as far as it is there still: its key may open again, and only a new write counts. */
export async function fingerprintOfWrite(
  { store }: RestoringPlatform,
  objectKey: string,
): Promise<string | null> {
  try {
    return fingerprintOf(await store.head(objectKey));
  } catch (error) {
    if (error instanceof ObjectStoreError && !['timeout', 'unavailable', 'throttled'].includes(error.code))
      return null;
    throw error;
  }
}
