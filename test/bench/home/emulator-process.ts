import { type OssEmulatorOptions, startOssEmulator } from '@agent-home/oss-emulator';

export interface EmulatorReady {
  ossEndpoint: string;
  stsEndpoint: string;
  certificateUrl: string;
}

/** One certified state has been put. */
export interface StatePut {
  key: string;
  /** Of the machine's monotonic clock, which all its processes share; nanoseconds in decimal digits. */
  at: string;
}

// The store in a process of its own: it tells its parent when a state has arrived, so that nobody has to poll.
const emulator = await startOssEmulator({
  ...(JSON.parse(process.argv[2] ?? '') as OssEmulatorOptions),
  log: ({ operation, key, status }) => {
    if (operation !== 'PutObject' || status !== 200 || !String(key).endsWith('/state.json')) return;
    process.send?.({ key: String(key), at: String(process.hrtime.bigint()) } satisfies StatePut);
  },
});
const { ossEndpoint, stsEndpoint, certificateUrl } = emulator;
process.send?.({ ossEndpoint, stsEndpoint, certificateUrl } satisfies EmulatorReady);
process.once('disconnect', () => void emulator.close().then(() => process.exit()));
