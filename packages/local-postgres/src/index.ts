export { DataFolderError } from './postgres/data-folder.ts';
export { freePort } from './postgres/free-port.ts';
export type { ServerWatcher } from './postgres/keep-postgres.ts';
export { findPostgresBinaries, NoPostgresError } from './postgres/postgres-binaries.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres/start-postgres.ts';
