import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { mutatedTexts } from '../../../meta/source-mutations/read-sources.ts';

export interface Programs {
  /** The command `agent-home`. */
  command: string;
  emulator: string;
  /** Path of the probe, which is loaded before api and workers and measures them. */
  probe: string;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const entries = {
  command: join(root, 'apps/cli/src/main.ts'),
  emulator: join(root, 'test/faults/simulation/home/emulator-process.ts'),
  probe: join(root, 'test/faults/simulation/home/probe.ts'),
};

/**
 * Bundles the home's sources. A process then starts in a third of the time, and processes start often here. A mutation changes only the
 * bundle, never the sources.
 */
export async function buildPrograms(mutation?: Mutation): Promise<Programs> {
  // Below the root, so that installed libraries are found.
  const parent = join(root, 'node_modules/.cache/agent-home-simulation');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'programs-'));
  const mutated = mutatedTexts(mutation);
  const unread = new Set(mutated.keys());
  const sources: Plugin = {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
        kind === 'entry-point' || path.startsWith('@agent-home/') ? undefined : { path, external: true },
      );
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const contents = mutated.get(path) ?? (await readFile(path, 'utf8'));
        unread.delete(path);
        // Files next to a source are resolved from the source, not from the bundle.
        return {
          contents: contents.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path))),
          loader: 'ts',
        };
      });
    },
  };
  await build({
    entryPoints: entries,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Each program loads only what it runs: `live` starts in a third of the time.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [sources],
    logLevel: 'error',
  });
  if (unread.size > 0) throw new Error(`${mutation?.name}: no program loads ${[...unread].join(', ')}`);
  return {
    command: join(folder, 'command.mjs'),
    emulator: join(folder, 'emulator.mjs'),
    probe: join(folder, 'probe.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
