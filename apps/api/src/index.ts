export type { ApiOptions } from './api-context.ts';
export { type RunningApi, startApi } from './start-api.ts';
