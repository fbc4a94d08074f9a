import { type OssEmulatorOptions, startOssEmulator } from '@agent-home/oss-emulator';
import { countStoreRequest, type StoreCounts } from '../costs/store-counts.ts';

export interface EmulatorReady {
  ossEndpoint: string;
  stsEndpoint: string;
  certificateUrl: string;
}

/** Put of a certified state. */
export interface StatePut {
  key: string;
  /** Time on the machine's monotonic clock, which is common to all processes; nanoseconds in decimal digits. */
  at: string;
}

/** Response to `counts`: the requests so far. */
export interface StoreCounted {
  counts: StoreCounts;
}

const counts: StoreCounts = {};

// Runs the store in a separate process. It notifies its parent when a state has arrived, so the parent need not poll.
const emulator = await startOssEmulator({
  ...(JSON.parse(process.argv[2] ?? '') as OssEmulatorOptions),
  log: (entry) => {
    countStoreRequest(counts, entry);
    const { operation, key, status } = entry;
    if (operation !== 'PutObject' || status !== 200 || !String(key).endsWith('/state.json')) return;
    process.send?.({ key: String(key), at: String(process.hrtime.bigint()) } satisfies StatePut);
  },
});
const { ossEndpoint, stsEndpoint, certificateUrl } = emulator;
process.send?.({ ossEndpoint, stsEndpoint, certificateUrl } satisfies EmulatorReady);
process.on('message', (asked) => {
  if (asked === 'counts') process.send?.({ counts } satisfies StoreCounted);
});
process.once('disconnect', () => void emulator.close().then(() => process.exit()));
