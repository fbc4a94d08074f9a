export { dropRuntimeSecrets, knownRuntimes } from '../known-runtimes/index.ts';
export { type OpenModels, openOtherRuntimes } from './open-runtimes.ts';
export {
  RuntimeSetupError,
  type RuntimeSetupErrorCode,
  runtimeSetupErrorCodes,
} from './runtime-setup-error.ts';
