import { startOssEmulator } from '../index.ts';
import { testOptions } from './test-options.ts';

// Run as a process of its own by the kill -9 tests: prints its endpoint and serves until it is killed.
const emulator = await startOssEmulator(testOptions(process.argv[2] ?? ''));
process.stdout.write(`${emulator.ossEndpoint}\n`);
