export { type ClientKitOptions, runClientKit } from './client/run-client-kit.ts';
export { KitError, type KitErrorCode } from './errors/kit-error.ts';
export { toJunit } from './report/junit.ts';
export { type Report, reportSchema } from './report/report.ts';
export { toTable } from './report/table.ts';
export { type ClientRequirementId, clientRequirements } from './requirements/client-requirements.ts';
export { type ServerRequirementId, serverRequirements } from './requirements/server-requirements.ts';
export { runServerKit } from './server/run-server-kit.ts';
export type { ServerKitOptions } from './subject/server-options.ts';
