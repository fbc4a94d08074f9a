import { createHash } from 'node:crypto';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { FolderBackupError } from '../../errors/command-errors.ts';
import { ByteReader } from './byte-reader.ts';
import {
  endLineSchema,
  fileLineSchema,
  folderBackupHeaderSchema,
  hashLineSchema,
  neededFiles,
} from './folder-backup-format.ts';

/**
 * Unpacks a backup into an empty folder and compares every file with its hash. Returns the time of the backup.
 * @throws FolderBackupError
 */
export async function unpackFolderBackup(source: Readable, folder: string): Promise<string> {
  // The callback is empty because an error of any stage also reaches the reader of the last one.
  const bytes = pipeline(source, createGunzip(), () => {});
  const reader = new ByteReader(bytes);
  try {
    const header = parse(folderBackupHeaderSchema, await reader.line());
    if (!header) throw notThis();
    const written = new Set<string>();
    for (;;) {
      const text = await reader.line();
      const file = parse(fileLineSchema, text);
      if (file === undefined) {
        const end = parse(endLineSchema, text);
        const isWhole = end?.end.files === written.size && neededFiles.every((name) => written.has(name));
        if (!isWhole || (await reader.line()) !== undefined) throw damaged();
        return header.made_at;
      }
      if (written.has(file.file)) throw damaged();
      await unpackFile(reader, join(folder, file.file), file.bytes);
      written.add(file.file);
    }
  } finally {
    bytes.destroy();
  }
}

async function unpackFile(reader: ByteReader, path: string, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of reader.bytes(size)) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(path, 0o600);
  if (parse(hashLineSchema, await reader.line())?.sha256 !== hash.digest('hex')) throw damaged();
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  text: string | undefined,
): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

const damaged = () =>
  new FolderBackupError('damaged_backup', 'the backup is damaged or incomplete: use another copy of it');

const notThis = () =>
  new FolderBackupError(
    'not_a_backup',
    'the file is not a backup of a home of agent-home up: restore a database backup with DATABASE_URL and without --into',
  );
