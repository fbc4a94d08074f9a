import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import {
  BackupError,
  knownMigrations,
  loadRows,
  migrateRestored,
  type RowLoader,
} from '../../database/index.ts';
import {
  type BackupHeader,
  backupHeaderSchema,
  backupManifestSchema,
  leftOut,
  type TableSummary,
  tableLineSchema,
} from './backup-format.ts';
import { RowsDigest } from './rows-digest.ts';
import { SectionReader } from './section-reader.ts';
import type { BackupProgress } from './write-backup.ts';

/**
 * Fills an empty database from a backup stream: the schema of that time, the rows, and later migrations. All contents are checked
 * against the manifest before the commit.
 * @throws BackupError
 */
export async function restoreRows(
  databaseUrl: string,
  source: Readable,
  progress: BackupProgress,
): Promise<{ header: BackupHeader; tables: TableSummary[] }> {
  // The callback is empty, since an error of any stage also reaches the reader of the last one.
  const text = pipeline(source, createGunzip(), () => {});
  const reader = new SectionReader(text);
  const header = parse(backupHeaderSchema, await reader.line(), 'not_a_backup');
  requireKnownSchema(header);
  await migrateRestored(databaseUrl, header.migrations.length);
  const tables: TableSummary[] = [];
  try {
    await loadRows(databaseUrl, async (loader) => {
      tables.push(...(await loadTables(reader, loader, progress)));
    });
  } finally {
    text.destroy();
  }
  await migrateRestored(databaseUrl);
  return { header, tables };
}

async function loadTables(
  reader: SectionReader,
  loader: RowLoader,
  progress: BackupProgress,
): Promise<TableSummary[]> {
  const loaded: TableSummary[] = [];
  for (let line = await reader.line(); ; line = await reader.line()) {
    const table = line === undefined ? undefined : tableLineSchema.safeParse(json(line)).data;
    if (!table) {
      const { manifest } = parse(backupManifestSchema, line, 'damaged');
      requireSame(manifest.tables, loaded);
      if ((await reader.line()) !== undefined)
        throw new BackupError('damaged', 'the backup has data after its end; use another copy');
      await loader.setSequences(manifest.sequences);
      return loaded;
    }
    if (leftOut.has(table.table))
      throw new BackupError('damaged', `the backup has an unexpected table ${table.table}; use another copy`);
    const digest = new RowsDigest();
    const rows = pipeline(Readable.from(reader.rows()), digest, () => {});
    const count = await loader.load({ name: table.table, columns: table.columns }, rows);
    const summary = digest.summary(table.table);
    if (count !== summary.rows)
      throw new BackupError('damaged', `${summary.rows} rows of ${table.table} became ${count}`);
    loaded.push(summary);
    progress(`${table.table}: ${count} rows`);
  }
}

function requireKnownSchema({ migrations }: BackupHeader): void {
  const known = knownMigrations();
  if (migrations.some((hash, index) => known[index] !== hash))
    throw new BackupError(
      'newer_schema',
      'the backup was made by another or newer version of agent-home; use that version',
    );
}

function requireSame(expected: TableSummary[], loaded: TableSummary[]): void {
  const found = new Map(loaded.map((summary) => [summary.name, summary]));
  for (const { name, rows, sha256 } of expected) {
    const here = found.get(name);
    if (here?.rows !== rows || here.sha256 !== sha256)
      throw new BackupError(
        'damaged',
        `the rows of ${name} differ from the saved ones; use another copy of the backup`,
      );
  }
  if (expected.length !== loaded.length)
    throw new BackupError('damaged', 'the tables differ from the manifest; use another copy of the backup');
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  line: string | undefined,
  code: 'damaged' | 'not_a_backup',
): z.infer<Schema> {
  const parsed = schema.safeParse(line === undefined ? undefined : json(line));
  if (parsed.success) return parsed.data;
  const message =
    code === 'damaged'
      ? 'the backup is incomplete; use another copy'
      : 'the file is not a backup of a home; check its name';
  throw new BackupError(code, message);
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
