import { cp, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the programs read while they run, at the same place below the image's folder as in the repository. */
const files = [
  'apps/cli/package.json',
  'apps/console/dist',
  'packages/database/migrations',
  'packages/platform/data',
  'infra/container/health.mjs',
  'LICENSE',
];
/** Asked for by libraries where it happens to be installed; never here. */
const optional = ['@valkey/valkey-glide', 'bufferutil', 'pg-native', 'proxy-agent', 'utf-8-validate'];

// CommonJS libraries within an ES module look for these.
const banner = `import { createRequire as createBundleRequire } from 'node:module';
import { fileURLToPath as bundlePath } from 'node:url';
const require = createBundleRequire(import.meta.url);
const __filename = bundlePath(import.meta.url), __dirname = bundlePath(new URL('.', import.meta.url));`;

/**
 * The commands of the image as plain JavaScript, every library of theirs within, and the files they read: no compiler,
 * no bundler and no node_modules are needed beside it. Traces name the sources' lines (`--enable-source-maps`).
 */
export async function bundleInto(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      'agent-home': 'apps/cli/src/main.ts',
      'bootstrap-home': 'infra/minio/bootstrap-home.ts',
    },
    outdir: join(folder, 'dist'),
    bundle: true,
    // A command then loads only what it needs.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    external: optional,
    plugins: [whereTheyWere()],
    banner: { js: banner },
    metafile: true,
    logLevel: 'error',
  });
  for (const file of files) await cp(join(root, file), join(folder, file), { recursive: true });
  return metafile;
}

/** What the bundle still looks for outside of itself and of Node. */
export function missingFrom(metafile: Metafile): string[] {
  const known = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), ...optional]);
  const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  return [
    ...new Set(imports.filter(({ external, path }) => external && !known.has(path)).map(({ path }) => path)),
  ];
}

/** Files beside a source are found from where the source was, not from what was made of it. */
function whereTheyWere(): Plugin {
  return {
    name: 'where they were',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (path.includes(`${sep}node_modules${sep}`) || !text.includes('import.meta.url')) return undefined;
        const place = JSON.stringify(`../${relative(root, path).split(sep).join('/')}`);
        const contents = text
          // Without its own, `require` is the bundler's: what it names is brought along.
          .replace('const require = createRequire(import.meta.url);', '')
          .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
        return { contents, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

const [, program, target] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (!target) throw new Error('bundle.ts FOLDER');
  const missing = missingFrom(await bundleInto(resolve(target)));
  if (missing.length > 0) throw new Error(`not in the bundle: ${missing.join(', ')}`);
}
