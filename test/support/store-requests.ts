import type { OssEmulatorOptions } from '@agent-home/oss-emulator';

/** One entry of the emulator's log. */
export interface StoreRequest {
  operation: string;
  key?: string;
  accessKeyId?: string;
  status: number;
}

/** Returns a log function for the emulator that keeps the requests to the store, oldest first. */
export function intoStoreRequests(kept: StoreRequest[]): NonNullable<OssEmulatorOptions['log']> {
  return (entry) => {
    // Log entries are of any kind; those of the emulator's service with an operation are store requests.
    if (entry.service === 'oss' && 'operation' in entry) kept.push(entry as unknown as StoreRequest);
  };
}
