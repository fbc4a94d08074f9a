import { basename, relative } from 'node:path';
import { type BuildResult, build, type Plugin } from 'esbuild';

/** CommonJS libraries within an ES module look for these. */
export const banner = `import { createRequire as createBundleRequire } from 'node:module';
import { fileURLToPath as bundlePath } from 'node:url';
const require = createBundleRequire(import.meta.url);
const __filename = bundlePath(import.meta.url), __dirname = bundlePath(new URL('.', import.meta.url));`;

/** Asked for by libraries where it happens to be installed; never here. */
export const optional = ['@valkey/valkey-glide', 'bufferutil', 'pg-native', 'proxy-agent', 'utf-8-validate'];

export type Compiled = BuildResult<{ write: false; metafile: true }>;

/**
 * One source and all that it needs, as it is loaded by Node alone. Each command is compiled by itself: together, what one of
 * them needs of a package would be loaded by all that need anything of it.
 * @param outdir below which its files are
 * @param plugins asked before those that all have in common
 * @param external what stays a package beside the result
 * @param names of functions, as traces tell them
 */
export function compile(
  root: string,
  entry: string,
  {
    outdir,
    plugins = [],
    external = [],
    names = 'short',
  }: { outdir: string; plugins?: Plugin[]; external?: string[]; names?: 'short' | 'kept' },
): Promise<Compiled> {
  return build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    bundle: true,
    // What is loaded when it is first used stays apart.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Half of what a short command takes is reading its own program; one that runs for weeks is read in its traces.
    minifySyntax: true,
    minifyWhitespace: names === 'short',
    minifyIdentifiers: names === 'short',
    write: false,
    external: [...optional, ...external],
    plugins: [...plugins, withoutLanguages],
    banner: { js: banner },
    metafile: true,
    logLevel: 'error',
  });
}

/** Commands that are loaded when they are called lie in a folder of their own beside the program. */
export function commandsApart(commands: Map<string, string>): Plugin {
  return {
    name: 'commands apart',
    setup({ onResolve, initialOptions }) {
      onResolve({ filter: /\/commands\// }, async ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const source = relative(
          initialOptions.absWorkingDir ?? '',
          new URL(path, `file://${resolveDir}/`).pathname,
        );
        const name = source
          .replace(/^.*\/commands\//, '')
          .replace(/\.ts$/, '')
          .replaceAll('/', '-');
        commands.set(name, source);
        return { path: `./${name}/${basename(source, '.ts')}.js`, external: true };
      });
    },
  };
}

/** The schemas' library brings its messages in fifty languages, two thirds of its size; English is what the home speaks. */
const withoutLanguages: Plugin = {
  name: 'without languages',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: 'js',
    }));
  },
};
