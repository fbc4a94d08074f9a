import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ListedPackage } from '../../apps/server/src/api/packages/listed-packages.ts';
import { computeDigests } from '../release/file-digests.ts';
import type { BuiltWheel } from './build-wheel.ts';

const run = promisify(execFile);
const manifestSchema = z.object({ name: z.string(), version: z.string() }).catchall(z.json());

/** Writes `index.json` next to these client packages: a home serves only the listed files. */
export async function listClients(
  folder: string,
  wheel: BuiltWheel,
  tarballs: readonly string[],
): Promise<void> {
  const packages: ListedPackage[] = [];
  for (const path of tarballs) packages.push(await describeTarball(path));
  packages.push({
    kind: 'python',
    name: wheel.name,
    version: wheel.version,
    ...(await readFacts(wheel.path)),
    requires_python: wheel.requiresPython,
  });
  const listed = { version: wheel.version, packages };
  await writeFile(join(folder, 'index.json'), `${JSON.stringify(listed, undefined, 2)}\n`);
}

async function describeTarball(path: string): Promise<ListedPackage> {
  const { stdout } = await run('tar', ['-xzOf', path, 'package/package.json']);
  const manifest = manifestSchema.parse(JSON.parse(stdout));
  const { name, version } = manifest;
  return { kind: 'npm', name, version, ...(await readFacts(path)), manifest };
}

async function readFacts(path: string) {
  const content = await readFile(path);
  const { file, bytes, sha256, integrity } = computeDigests(basename(path), content);
  return { file, bytes, sha256, shasum: createHash('sha1').update(content).digest('hex'), integrity };
}
