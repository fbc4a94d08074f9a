import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../errors/api-error.ts';
import { type ListedPackage, type ListedPackages, listedPackagesSchema } from './listed-packages.ts';

/** Origin of client packages. */
export interface PackageSource {
  /** Returns the folder with the packages and their `index.json`; creates it on first use. */
  folder(): Promise<string>;
  /** Registry of the npm packages that are not ours, with a slash at its end. */
  npmRegistry: string;
  /** PEP 503 index of the Python packages that are not ours, with a slash at its end. */
  pythonIndex: string;
}

/** Client packages of the home's version, read once. */
export interface ClientPackages {
  list(): Promise<ListedPackages>;
  /** Returns the bytes of a listed file. @throws ApiError `service_unavailable` if they are not as listed */
  read(one: ListedPackage): Promise<Buffer>;
}

const unavailable = (message: string) =>
  new ApiError('service_unavailable', message, { retryAfterSeconds: 60 });

/**
 * Opens the packages of a source. One preparation runs at a time; a failed one is logged and begins again with the next request.
 * Bytes stay in memory once they are read: together they are a few megabytes.
 */
export function createClientPackages(
  source: PackageSource,
  onFailed: (error: unknown) => void,
): ClientPackages {
  const bytes = new Map<string, Promise<Buffer>>();
  let opened: Promise<{ folder: string; listed: ListedPackages }> | undefined;

  async function prepare() {
    const folder = await source.folder();
    const listed = listedPackagesSchema.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
    return { folder, listed };
  }

  function ready() {
    opened ??= prepare().catch((error: unknown) => {
      opened = undefined;
      onFailed(error);
      throw unavailable('the client packages could not be built; the log of the home has the reason');
    });
    return opened;
  }

  return {
    list: async () => (await ready()).listed,
    async read(one) {
      const { folder } = await ready();
      const known = bytes.get(one.sha256) ?? readListed(join(folder, one.file), one);
      bytes.set(one.sha256, known);
      return known.catch((error: unknown) => {
        bytes.delete(one.sha256);
        onFailed(error);
        throw unavailable(`${one.file} differs from its packed version; the log of the home has the reason`);
      });
    },
  };
}

/** Reads a listed file. Links and bytes that differ from the list are refused. */
async function readListed(path: string, { sha256, bytes }: ListedPackage): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    if (size !== bytes)
      throw new Error(`${path} has ${size} bytes instead of ${bytes}: pack the clients again`);
    const content = await file.readFile();
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      throw new Error(`${path} has another SHA-256 than index.json lists: pack the clients again`);
    return content;
  } finally {
    await file.close();
  }
}
