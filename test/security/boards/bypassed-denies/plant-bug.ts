import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { bundleProgram } from '../bundle-program.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Runs the board against the code with a planted bug. */
export async function withPlantedBug<Result>(
  bug: Mutation,
  use: (code: typeof import('./ask-code.ts')) => Result,
): Promise<Result> {
  const parent = join(root, 'node_modules/.cache/agent-home-boards');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'planted-'));
  try {
    const outfile = join(folder, 'ask-code.mjs');
    await bundleProgram({ entry: new URL('./ask-code.ts', import.meta.url), outfile, bug });
    return use((await import(pathToFileURL(outfile).href)) as typeof import('./ask-code.ts'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
