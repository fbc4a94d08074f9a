export { DataFolderError } from './postgres/data-folder.ts';
export {
  freePort,
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
} from './postgres/start-postgres.ts';
