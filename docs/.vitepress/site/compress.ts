import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Minimum size of a compressed file, in bytes. Smaller files are sent uncompressed, because a home is near and each compressed copy
 * enlarges the package.
 */
const smallest = 96 * 1024;

/** Writes a compressed copy next to each large text of the site, which the API sends instead of the original. */
export function compressLargeTexts(outDir: string): void {
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const file = join(outDir, name);
    if (!/\.(js|css|html)$/.test(name) || statSync(file).size < smallest) continue;
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}
