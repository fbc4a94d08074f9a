import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { plant } from '../../faults/simulation/home/build-programs.ts';
import { type Mutation, plantingsOf } from '../../faults/simulation/mutations/mutation.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Program {
  entry: URL;
  outfile: string;
  /** Planted on its way into the bundle: nothing in the sources knows of it. */
  bug?: Mutation;
  /** Whether libraries are part of it; else they are found from where it lies. */
  withLibraries?: boolean;
}

/** A program of a board in one file, with a bug in it or without. */
export async function bundleProgram({ entry, outfile, bug, withLibraries = false }: Program): Promise<void> {
  const planted = new Set<string>();
  const plantings = bug ? plantingsOf(bug) : [];
  const sources: Plugin = {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      if (!withLibraries)
        onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@agent-home/') ? undefined : { path, external: true },
        );
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const planting = plantings.find(({ file }) => path === join(root, file));
        if (!planting) return undefined;
        planted.add(planting.file);
        return { contents: plant(planting, await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [sources],
    // CommonJS libraries within an ES module look for this.
    ...(withLibraries
      ? {
          banner: {
            js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
          },
        }
      : {}),
    logLevel: 'error',
  });
  for (const { file } of plantings)
    if (!planted.has(file)) throw new Error(`${bug?.name}: nothing that is asked loads ${file}`);
}
