import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type Mutation, type Planting, plantingsOf } from '../mutations/mutation.ts';

export interface Programs {
  /** The command `agent-home`. */
  command: string;
  emulator: string;
  /** Loaded before api and workers: what they know of themselves. */
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
 * The home's own sources as one file a program: a process then starts in a third of the time, and processes start
 * often here. A mutation is planted on the way in; nothing in the sources knows of it.
 */
export async function buildPrograms(mutation?: Mutation): Promise<Programs> {
  // Below the root, so that libraries are found where they are installed.
  const parent = join(root, 'node_modules/.cache/agent-home-simulation');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'programs-'));
  const plantings = mutation ? plantingsOf(mutation) : [];
  const planted = new Set<Planting>();
  const sources: Plugin = {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
        kind === 'entry-point' || path.startsWith('@agent-home/') ? undefined : { path, external: true },
      );
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const planting of plantings)
          if (path === join(root, planting.file)) {
            contents = plant(planting, contents);
            planted.add(planting);
          }
        // Files beside a source are found from the source, not from what was made of it.
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
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [sources],
    logLevel: 'error',
  });
  const missing = plantings.find((planting) => !planted.has(planting));
  if (missing) throw new Error(`${mutation?.name}: no program loads ${missing.file}`);
  return {
    command: join(folder, 'command.mjs'),
    emulator: join(folder, 'emulator.mjs'),
    probe: join(folder, 'probe.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @throws where a text to be replaced is not there exactly once: the source has moved on, and the mutation with it */
export function plant({ file, replace }: Planting, source: string): string {
  return replace.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`not exactly once in ${file}: ${from}`);
    return text.replace(from, () => to);
  }, source);
}
