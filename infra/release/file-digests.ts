import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** A file of a release, as the manifest lists it. */
export interface FileDigests {
  file: string;
  bytes: number;
  /** Lowercase hex. */
  sha256: string;
  /** Lowercase hex, as in npm's provenance. */
  sha512: string;
  /** Form of npm's lock files and registry: `sha512-` and base64. */
  integrity: string;
}

export function computeDigests(file: string, content: Uint8Array): FileDigests {
  const sha512 = createHash('sha512').update(content).digest();
  return {
    file,
    bytes: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
    sha512: sha512.toString('hex'),
    integrity: `sha512-${sha512.toString('base64')}`,
  };
}

export async function readDigests(path: string): Promise<FileDigests> {
  return computeDigests(basename(path), await readFile(path));
}
