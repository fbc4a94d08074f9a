export type { ApiOptions } from './context/api-context.ts';
export { type ApiErrorCode, apiErrorCodes } from './errors/api-error.ts';
export type { PackageSource } from './packages/client-packages.ts';
export { type ListedPackages, listedPackagesSchema } from './packages/listed-packages.ts';
export { type RunningApi, startApi } from './start-api.ts';
