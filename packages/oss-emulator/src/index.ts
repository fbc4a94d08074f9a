export type { EmulatorFaults, RequestFault } from './faults/faults.ts';
export type {
  EmulatedRole,
  EmulatedUser,
  EventTarget,
  OssEmulator,
  OssEmulatorOptions,
} from './options.ts';
export { startOssEmulator } from './start-oss-emulator.ts';
