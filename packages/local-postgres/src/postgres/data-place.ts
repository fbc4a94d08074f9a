import { createHash } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  findPostgresBinaries,
  isReachableByOthers,
  type PostgresBinaries,
  reachableBinaries,
} from './postgres-binaries.ts';
import type { SystemUser } from './postgres-user.ts';
import { runApart } from './run-apart.ts';

export interface Place {
  data: string;
  binaries: PostgresBinaries;
}

/**
 * Returns the folder for PostgreSQL: the given one, or, if that is below a private folder, a public one named
 * after it.
 */
export async function choosePlace(dataDirectory: string, user: SystemUser | undefined): Promise<Place> {
  await mkdir(dirname(dataDirectory), { recursive: true });
  const found = await findPostgresBinaries();
  if (!user) return { data: dataDirectory, binaries: found };
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const binaries = await reachableBinaries(found, `/var/tmp/agent-home-postgres-${process.arch}`);
  const reachable = await isReachableByOthers(dataDirectory);
  const data = reachable ? dataDirectory : `/var/tmp/agent-home-data-${name}`;
  return { data, binaries };
}

export async function initialise(
  place: Place,
  password: string,
  user: SystemUser | undefined,
): Promise<void> {
  // Created next to it and moved there complete: an interrupted initialisation leaves the folder itself empty.
  const making = `${place.data}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o700 });
  const passwordFile = `${place.data}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(making, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  try {
    await runApart(place.binaries.initdb, ['-D', making, `--pwfile=${passwordFile}`, ...flags], {
      cwd: '/',
      ...user,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(making, place.data);
}
