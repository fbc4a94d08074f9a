import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type FileDigests, readDigests } from './file-digests.ts';

const run = promisify(execFile);
const manifestSchema = z.object({ name: z.string(), version: z.string() });

export interface PackedPackage {
  name: string;
  version: string;
  path: string;
  digests: FileDigests;
}

/** Reads name and version from the manifest in the tarball, because the registry uses those. */
export async function readPacked(path: string): Promise<PackedPackage> {
  const { stdout } = await run('tar', ['-xzOf', path, 'package/package.json']);
  const { name, version } = manifestSchema.parse(JSON.parse(stdout));
  return { name, version, path, digests: await readDigests(path) };
}
