export { KitError, type KitErrorCode } from './errors/kit-error.ts';
export { junitOf } from './report/junit.ts';
export { type Report, reportSchema } from './report/report.ts';
export { type ServerRequirementId, serverRequirements } from './requirements/server-requirements.ts';
export { runServerKit } from './server/run-server-kit.ts';
export type { ServerKitOptions } from './subject/server-options.ts';
