import { type OssEmulatorOptions, startOssEmulator } from '@agent-home/oss-emulator';
import { getStream } from '../plan/streams.ts';
import { faultsIn, type Weather } from '../plan/weather.ts';

/** Given once as an argument; the weather may change with every message. */
export interface EmulatorOrders {
  options: OssEmulatorOptions;
  weather: Weather;
  seed: number;
  /** Number of the start: a restarted store continues with other faults than before. */
  life: number;
}

// Runs the store in a separate process that can be killed like any other.
const { options, seed, life, ...orders } = JSON.parse(process.argv[2] ?? '') as EmulatorOrders;
let { weather } = orders;
process.on('message', (changed: Weather) => {
  weather = changed;
});
const emulator = await startOssEmulator({
  ...options,
  faults: faultsIn(() => weather, {
    store: getStream(seed, `store ${life}`),
    sts: getStream(seed, `sts ${life}`),
    event: getStream(seed, `event ${life}`),
  }),
});
process.send?.('ready');
process.once('disconnect', () => void emulator.close().then(() => process.exit()));
