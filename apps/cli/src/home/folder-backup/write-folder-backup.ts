import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BackupManifest, writeBackup } from '@agent-home/platform';
import { bucketFolder } from '../local/local-emulator.ts';
import { databaseFile } from './folder-backup-format.ts';
import { quietCopy } from './quiet-copy.ts';

export interface FolderToSave {
  databaseUrl: string;
  dataDirectory: string;
  /** Folder of the residents' keys and trust memory. */
  residents: string;
  now: Date;
  progress: (line: string) => void;
}

/**
 * Streams a backup of a whole running home of `npm start`: database, residents' keys, the home's keys and secrets, bucket. The
 * bucket comes last, so that it contains every object that the rest refers to.
 */
export async function writeFolderBackup(
  { databaseUrl, dataDirectory, residents, now, progress }: FolderToSave,
  openTarget: () => Writable,
): Promise<BackupManifest> {
  const work = join(dataDirectory, `backup.${process.pid}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });
  try {
    const database = join(work, databaseFile);
    const manifest = await writeBackup(databaseUrl, database, { now, progress });
    if (existsSync(residents)) await quietCopy(residents, join(work, 'residents'), isPassing);
    await quietCopy(join(dataDirectory, 'keys'), join(work, 'keys'), isPassing);
    await quietCopy(join(dataDirectory, bucketFolder), join(work, bucketFolder), isPassing);
    const files = [
      { name: databaseFile, path: database },
      { name: 'secrets.json', path: join(dataDirectory, 'secrets.json') },
      ...(await filesBelow(work, ['residents', 'keys', bucketFolder])),
    ];
    progress(`${files.length} files`);
    await pipeline(contents(files, now), createGzip(), openTarget());
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Unfinished uploads, temporary files and process lock files. */
const isPassing = (path: string) => /(^|\/)(temporary|uploads)\/|\.(tmp|pid)$/.test(path);

async function filesBelow(work: string, folders: readonly string[]) {
  const files: { name: string; path: string }[] = [];
  for (const folder of folders.filter((one) => existsSync(join(work, one)))) {
    const entries = await readdir(join(work, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      files.push({ name: relative(work, path).split(sep).join('/'), path });
    }
  }
  return files;
}

async function* contents(files: readonly { name: string; path: string }[], now: Date) {
  yield line({ format: 'agent-home-folder-backup', version: 1, made_at: now.toISOString() });
  for (const { name, path } of files) {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      yield line({ file: name, bytes: size });
      const hash = createHash('sha256');
      if (size > 0)
        for await (const chunk of handle.createReadStream({ autoClose: false, end: size - 1 })) {
          hash.update(chunk);
          yield chunk as Buffer;
        }
      yield line({ sha256: hash.digest('hex') });
    } finally {
      await handle.close();
    }
  }
  yield line({ end: { files: files.length } });
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
