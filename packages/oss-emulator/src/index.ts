export type { EmulatorFaults, RequestFault } from './options/faults.ts';
export type {
  EmulatedRole,
  EmulatedUser,
  EventTarget,
  OssEmulator,
  OssEmulatorOptions,
} from './options/options.ts';
export { startOssEmulator } from './server/start-oss-emulator.ts';
