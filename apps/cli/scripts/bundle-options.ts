import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Rolldown } from 'tsdown';

/** Folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Optional dependencies that libraries load only where they are installed; never bundled. */
export const optional = ['@valkey/valkey-glide', 'bufferutil', 'pg-native', 'proxy-agent', 'utf-8-validate'];

/** Files that bundlers take in place of libraries: the CommonJS form of `jsonc-parser` hides the `require` of its parts. */
export const aliases = { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') };

/**
 * Returns the options of a Node-only bundle that contains every library.
 * @param toRoot path from the output folder to the folder that mirrors the repository layout
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
    inputOptions: {
      resolve: {
        // ali-oss ships TypeScript sources next to its JavaScript.
        extensions: ['.js', '.cjs', '.mjs', '.json', '.ts'],
        alias: aliases,
      },
    },
    // Without this, every command would load the modules that any command needs from a package.
    treeshake: {
      moduleSideEffects: [{ test: /[\\/](?:packages|apps)[\\/][^/]+[\\/]src[\\/]/, sideEffects: false }],
    },
    plugins: [placesOfSources(toRoot), zodInEnglish],
    logLevel: 'warn',
  } satisfies InlineConfig;
}

/** Resolves files next to a source from the source's own folder, because the bundle is in another one. */
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
