export { BackupError, type BackupErrorCode } from './backup/backup-error.ts';
export { loadRows, type RowLoader } from './backup/load-rows.ts';
export { type SequencePosition, type Snapshot, type TableShape, withSnapshot } from './backup/snapshot.ts';
export { beginRestore, finishRestore, undoRestore } from './backup/unfinished-restore.ts';
export * from './client/connect.ts';
export { jsonParameter } from './client/json-parameter.ts';
export { knownMigrations, migrateDatabase, migrateRestored } from './migration/migrate.ts';
export { type MigrationState, migrationState } from './migration/migration-state.ts';
export * as tables from './schema/index.ts';
