import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { plant } from '../../simulation/home/build-programs.ts';
import type { Mutation } from '../../simulation/mutations/mutation.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The code as the board asks it, with a bug planted on its way into a bundle: nothing in the sources knows of it. */
export async function withPlantedBug<Result>(
  bug: Mutation,
  use: (code: typeof import('./ask-code.ts')) => Result,
): Promise<Result> {
  const parent = join(root, 'node_modules/.cache/agent-home-boards');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'planted-'));
  try {
    const outfile = join(folder, 'ask-code.mjs');
    await bundle(bug, outfile);
    return use((await import(pathToFileURL(outfile).href)) as typeof import('./ask-code.ts'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle(bug: Mutation, outfile: string): Promise<void> {
  let isPlanted = false;
  const sources: Plugin = {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
        kind === 'entry-point' || path.startsWith('@agent-home/') ? undefined : { path, external: true },
      );
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path !== join(root, bug.file)) return undefined;
        isPlanted = true;
        return { contents: plant(bug, await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
  await build({
    entryPoints: [fileURLToPath(new URL('./ask-code.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [sources],
    logLevel: 'error',
  });
  if (!isPlanted) throw new Error(`${bug.name}: nothing that is asked loads ${bug.file}`);
}
