import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const versionSchema = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/** What changesets does not know of has the packages' version too: the repository's own manifest and the Python client. */
export async function spreadVersion(repository: string): Promise<string> {
  const sdk = await readFile(join(repository, 'packages/sdk/package.json'), 'utf8');
  const { version } = versionSchema.parse(JSON.parse(sdk));
  await replaceIn(join(repository, 'package.json'), /^( {2}"version": ")[^"]*(")/m, version);
  await replaceIn(join(repository, 'clients/python/pyproject.toml'), /^(version = ")[^"]*(")/m, version);
  return version;
}

async function replaceIn(file: string, pattern: RegExp, version: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no version where it is looked for`);
  await writeFile(file, text.replace(pattern, `$1${version}$2`));
}

if (process.argv[1]?.endsWith('one-version.ts')) {
  console.log(await spreadVersion(fileURLToPath(new URL('../..', import.meta.url))));
}
