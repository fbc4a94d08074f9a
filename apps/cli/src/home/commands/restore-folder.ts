import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findPostgresBinaries, type RunningPostgres, startPostgres } from '@agent-home/local-postgres';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import type { RestoredHome } from '@agent-home/platform';
import { ConfigurationError, FolderBackupError } from '../../errors/command-errors.ts';
import { readSettings } from '../configuration/read-settings.ts';
import { databaseFile, unfinishedRestore } from '../folder-backup/folder-backup-format.ts';
import { unpackFolderBackup } from '../folder-backup/unpack-folder-backup.ts';
import { makeDataFolder, openDataFolder } from '../local/data-folder.ts';
import { lockDataDirectory } from '../local/data-lock.ts';
import { emulatorOptions, localEnvironment } from '../local/local-emulator.ts';
import { loadOrCreateSecrets } from '../local/local-secrets.ts';
import { ClosingStack } from './closing-stack.ts';
import { describe, restoreFrom } from './restore.ts';

/** `agent-home restore FILE --into FOLDER`. */
export async function restoreInto(
  file: string | undefined,
  folder: string,
  { fromBucket, dryRun }: { fromBucket: boolean; dryRun: boolean },
): Promise<void> {
  if (file === undefined || fromBucket || dryRun)
    throw new ConfigurationError(
      'invalid_configuration',
      '--into needs a backup file and no other option: agent-home restore FILE --into NEW_FOLDER',
    );
  const restored = await restoreFolder(file, folder, console.error);
  for (const line of describe(restored)) console.log(line);
  console.log(`Restored into ${resolve(folder)}: the same root, keys, tokens, topics and residents. Start it with

  AGENT_HOME_DATA=${resolve(folder)} npm start

(or agent-home up) after the home that the backup is of has stopped for good: two homes with one identity contradict each other.`);
}

/**
 * Restores a home of `npm start` into a new folder, with its own PostgreSQL and OSS, which stop afterwards.
 * @throws FolderBackupError, BackupError
 */
async function restoreFolder(
  file: string,
  folder: string,
  progress: (line: string) => void,
): Promise<RestoredHome> {
  await findPostgresBinaries();
  const target = resolve(folder);
  const closing = new ClosingStack();
  await lockDirectory(target, closing);
  try {
    const source = file === '-' ? process.stdin : createReadStream(resolve(file));
    await unpackFolderBackup(source, target);
    const restored = await restoreServices(target, closing, progress);
    await closing.close();
    for (const name of [databaseFile, unfinishedRestore]) await rm(join(target, name));
    openDataFolder(target, { adopt: true });
    return restored;
  } catch (error) {
    await closing.close();
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** @throws FolderBackupError `folder_not_empty` */
async function lockDirectory(target: string, closing: ClosingStack): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o755 });
  const unlock = await lockDataDirectory(target);
  const names = (await readdir(target)).filter((name) => !name.startsWith('up.pid'));
  if (names.includes(unfinishedRestore)) {
    for (const name of names) await rm(join(target, name), { recursive: true, force: true });
  } else if (names.length > 0) {
    await unlock();
    throw new FolderBackupError('folder_not_empty', `${target} is not empty: pass a new folder`);
  }
  closing.push(unlock);
  makeDataFolder(target);
  await writeFile(join(target, unfinishedRestore), '', { flag: 'wx', mode: 0o600 });
}

async function restoreServices(
  target: string,
  closing: ClosingStack,
  progress: (line: string) => void,
): Promise<RestoredHome> {
  const secrets = await loadOrCreateSecrets(target);
  const places = { dataDirectory: target, apiPort: 0, ossPort: 0, stsPort: 0, modelPort: 0 };
  const postgres: RunningPostgres = await startPostgres({
    dataDirectory: join(target, 'postgres'),
    password: secrets.databasePassword,
  });
  closing.push(() => postgres.stop());
  await postgres.createDatabase('agent_home');
  const emulator: OssEmulator = await startOssEmulator(emulatorOptions(places, secrets));
  closing.push(() => emulator.close());
  const databaseUrl = postgres.url('agent_home');
  const settings = readSettings({
    ...localEnvironment(places, secrets, { databaseUrl, emulator }),
    LOG_LEVEL: 'silent',
  });
  return restoreFrom(settings, join(target, databaseFile), { dryRun: false, progress });
}
