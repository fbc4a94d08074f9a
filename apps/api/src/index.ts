export type { ApiOptions } from './context/api-context.ts';
export { type ApiErrorCode, apiErrorCodes } from './errors/api-error.ts';
export { type RunningApi, startApi } from './start-api.ts';
