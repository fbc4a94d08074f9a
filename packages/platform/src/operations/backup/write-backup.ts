import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Snapshot, withSnapshot } from '../../database/index.ts';
import {
  type BackupHeader,
  type BackupManifest,
  endOfRows,
  leftOut,
  type TableSummary,
} from './backup-format.ts';
import { RowsDigest } from './rows-digest.ts';

export type BackupProgress = (line: string) => void;

interface BackupOptions {
  now: Date;
  progress?: BackupProgress;
}

/**
 * Writes the content of a home's database as of one moment, while the home is running. The file is complete or
 * absent, and only its owner can read it: it contains hashes of tokens, sealed inputs and secrets of draws.
 * @throws BackupError `nothing_to_back_up`
 */
export async function writeBackup(
  databaseUrl: string,
  file: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  return wholeFile(file, (partial) =>
    streamBackup(databaseUrl, () => createWriteStream(partial, { mode: 0o600, flags: 'wx' }), options),
  );
}

/** Gives a file its name once `write` has written all of it under a temporary one; otherwise no file is left. */
export async function wholeFile<Result>(
  file: string,
  write: (partial: string) => Promise<Result>,
): Promise<Result> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  try {
    const result = await write(partial);
    await keep(partial, file);
    return result;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Writes the same to a stream. If writing is interrupted, the manifest at the end is missing, and restores reject it. */
export async function streamBackup(
  databaseUrl: string,
  open: () => Writable,
  options: BackupOptions,
): Promise<BackupManifest> {
  return withSnapshot(databaseUrl, async (snapshot) => {
    const summaries: TableSummary[] = [];
    const { now, progress = () => {} } = options;
    let end: BackupManifest | undefined;
    await pipeline(
      async function* () {
        yield line(getHeader(snapshot, now));
        for (const table of snapshot.tables.filter(({ name }) => !leftOut.has(name))) {
          yield line({ table: table.name, columns: table.columns });
          const digest = new RowsDigest();
          const rows = await snapshot.rows(table);
          rows.once('error', (error) => digest.destroy(error));
          yield* rows.pipe(digest);
          yield Buffer.from(endOfRows);
          const summary = digest.summary(table.name);
          summaries.push(summary);
          progress(`${table.name}: ${summary.rows} rows`);
        }
        end = { tables: summaries, sequences: await snapshot.sequences() };
        yield line({ manifest: end });
      },
      createGzip(),
      open(),
    );
    return end ?? { tables: [], sequences: [] };
  });
}

function getHeader({ migrations }: Snapshot, now: Date): BackupHeader {
  return { format: 'agent-home-backup', version: 1, made_at: now.toISOString(), migrations };
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Gives a complete file its name, so that the name never denotes a partial backup. */
async function keep(partial: string, file: string): Promise<void> {
  await sync(partial);
  await rename(partial, file);
  await sync(dirname(file));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
