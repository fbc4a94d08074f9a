import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const versionSchema = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/** Writes the packages' version to the files that changesets does not know: the root manifest and the Python packages. */
export async function spreadVersion(repository: string): Promise<string> {
  const sdk = await readFile(join(repository, 'packages/sdk/package.json'), 'utf8');
  const { version } = versionSchema.parse(JSON.parse(sdk));
  await replaceIn(join(repository, 'package.json'), /^( {2}"version": ")[^"]*(")/m, version);
  for (const client of ['python', 'agno'])
    await replaceIn(join(repository, `clients/${client}/pyproject.toml`), /^(version = ")[^"]*(")/m, version);
  return version;
}

async function replaceIn(file: string, pattern: RegExp, version: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no version where it is looked for`);
  await writeFile(file, text.replace(pattern, `$1${version}$2`));
}
