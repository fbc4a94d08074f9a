import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutation } from '../../meta/source-mutations/changes.ts';
import { bundleProgram } from './bundle-program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs a board against the code with a planted bug.
 * @param entry module that the board calls; all project code it imports is bundled with it
 */
export async function withPlantedBug<Code, Result>(
  bug: Mutation,
  entry: URL,
  use: (code: Code) => Result | Promise<Result>,
): Promise<Result> {
  const parent = join(root, 'node_modules/.cache/agent-home-boards');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'planted-'));
  try {
    const outfile = join(folder, `${basename(entry.pathname, '.ts')}.mjs`);
    await bundleProgram({ entry, outfile, bug });
    return await use((await import(pathToFileURL(outfile).href)) as Code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
