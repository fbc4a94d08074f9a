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
    // A log entry is a record of anything; what it has where it names an operation is said in the emulator's service.
    if (entry.service === 'oss' && 'operation' in entry) kept.push(entry as unknown as StoreRequest);
  };
}
