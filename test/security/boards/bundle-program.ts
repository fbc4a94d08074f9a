import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Mutation } from '../../meta/source-mutations/changes.ts';
import { mutatedTexts } from '../../meta/source-mutations/read-sources.ts';

export interface Program {
  entry: URL;
  outfile: string;
  /** Changes the bundle only, never the sources. */
  bug?: Mutation;
  /** True to bundle the libraries; otherwise they are resolved from the bundle's folder. */
  withLibraries?: boolean;
}

/** Bundles a program of a board into one file, with or without a planted bug. */
export async function bundleProgram({ entry, outfile, bug, withLibraries = false }: Program): Promise<void> {
  const mutated = mutatedTexts(bug);
  const unread = new Set(mutated.keys());
  const sources: Plugin = {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      if (!withLibraries)
        onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@agent-home/') ? undefined : { path, external: true },
        );
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = mutated.get(path);
        unread.delete(path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
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
    // CommonJS libraries inside an ES module need this.
    ...(withLibraries
      ? {
          banner: {
            js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
          },
        }
      : {}),
    logLevel: 'error',
  });
  if (unread.size > 0) throw new Error(`${bug?.name}: the program does not load ${[...unread].join(', ')}`);
}
