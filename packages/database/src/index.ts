export * from './connect.ts';
export { type MigrationState, migrationState } from './migration-state.ts';
export * as tables from './schema/index.ts';
