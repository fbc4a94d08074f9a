export {
  freePort,
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
} from './postgres/start-postgres.ts';
