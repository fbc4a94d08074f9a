import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Rolldown } from 'tsdown';

/** Folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Packages that libraries load where they happen to be installed; never here. */
export const optional = ['@valkey/valkey-glide', 'bufferutil', 'pg-native', 'proxy-agent', 'utf-8-validate'];

/**
 * Options for a program with every library within, for Node alone.
 * @param toRoot from the folder of the result to the one under which files lie as in the repository
 */
export function bundleOptions(toRoot: string) {
  return {
    format: 'esm',
    platform: 'node',
    target: 'node20',
    fixedExtension: false,
    dts: false,
    // CommonJS libraries look for `__dirname`.
    shims: true,
    tsconfig: join(root, 'tsconfig.json'),
    // ali-oss ships TypeScript sources next to its JavaScript.
    inputOptions: { resolve: { extensions: ['.js', '.cjs', '.mjs', '.json', '.ts'] } },
    // Without this a command would load what all commands together need of a package.
    treeshake: {
      moduleSideEffects: [{ test: /[\\/](?:packages|apps)[\\/][^/]+[\\/]src[\\/]/, sideEffects: false }],
    },
    plugins: [placesOfSources(toRoot), zodInEnglish],
    logLevel: 'warn',
  } satisfies InlineConfig;
}

/** Finds files next to a source from the place of the source, which the result is not at. */
function placesOfSources(toRoot: string): Rolldown.Plugin {
  return {
    name: 'places of sources',
    transform: {
      filter: { id: /^(?!.*node_modules).*\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const place = JSON.stringify(join(toRoot, relative(root, id)).split(sep).join('/'));
        return (
          code
            // Without its own, `require` is the bundler's: what it names is brought along.
            .replace('const require = createRequire(import.meta.url);', '')
            .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        );
      },
    },
  };
}

/** The schemas' library has its messages in fifty languages, two thirds of its size. */
const zodInEnglish: Rolldown.Plugin = {
  name: 'zod in English',
  load: {
    filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
    handler: () => 'export { default as en } from "./en.js";',
  },
};
