import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type ListedPackages, listedPackagesSchema } from '@agent-home/server/api';
import { z } from 'zod';
import { keptFolder } from './kept-folder.ts';

const run = promisify(execFile);
const packedSchema = z.tuple([z.object({ filename: z.string() })]);
const manifestSchema = z.object({ name: z.string(), version: z.string() }).catchall(z.json());

/**
 * Returns a folder with the client packages and the command `agent-home` itself. A published command cannot contain its own
 * tarball, so it is packed again from its installed files, once per version.
 * @param built folder of the packages that are shipped with the program
 * @param findCache returns the folder for the result
 */
export async function packOwnCommand(root: string, built: string, findCache: () => string): Promise<string> {
  const listed = await readListed(built);
  if (listed.packages.some(({ name, kind }) => name === 'agent-home' && kind === 'npm')) return built;
  const key = createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 16);
  return keptFolder(findCache(), key, async (making) => {
    await cp(built, making, { recursive: true });
    const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', making];
    const { stdout } = await run('npm', words, { cwd: root });
    const [{ filename }] = packedSchema.parse(JSON.parse(stdout));
    const own = await describe(join(making, filename), join(root, 'package.json'));
    const all: ListedPackages = { ...listed, packages: [...listed.packages, own] };
    await writeFile(join(making, 'index.json'), JSON.stringify(all));
  });
}

async function readListed(folder: string): Promise<ListedPackages> {
  return listedPackagesSchema.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
}

async function describe(path: string, manifestFile: string): Promise<ListedPackages['packages'][number]> {
  const content = await readFile(path);
  const hash = (name: string) => createHash(name).update(content);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  return {
    kind: 'npm',
    name: manifest.name,
    version: manifest.version,
    file: basename(path),
    bytes: content.length,
    sha256: hash('sha256').digest('hex'),
    shasum: hash('sha1').digest('hex'),
    integrity: `sha512-${hash('sha512').digest('base64')}`,
    manifest,
  };
}
