export { DataFolderError } from './postgres/data-folder.ts';
export { findPostgresBinaries, NoPostgresError } from './postgres/postgres-binaries.ts';
export {
  freePort,
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
} from './postgres/start-postgres.ts';
