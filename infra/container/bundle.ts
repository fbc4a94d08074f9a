import { cp } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { aliases, optional } from '../../apps/cli/scripts/bundle-options.ts';
import { resolveFromSource } from './resolve-from-source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** CommonJS libraries within an ES module look for these. */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
import { fileURLToPath as bundlePath } from 'node:url';
const require = createBundleRequire(import.meta.url);
const __filename = bundlePath(import.meta.url), __dirname = bundlePath(new URL('.', import.meta.url));`;

export interface Bundle {
  /** Programs in `dist/`, by their sources. */
  programs: Record<string, string>;
  /** Files read at run time, at the same place below the folder as in the repository. */
  files: string[];
}

/** Content of the image. */
const image: Bundle = {
  programs: {
    'agent-home': 'apps/cli/src/main.ts',
    'bootstrap-home': 'infra/minio/bootstrap-home.ts',
    'egress-proxy': 'infra/container/egress/main.ts',
  },
  files: [
    'apps/cli/package.json',
    'apps/console/dist',
    'apps/console/dist-runs',
    'docs/.vitepress/dist',
    'packages/platform/migrations',
    'packages/platform/data',
    'packages/agent-runtime/schemas',
    'infra/container/health.mjs',
    'LICENSE',
  ],
};

/**
 * Bundles commands as plain JavaScript with all their libraries and the files they read: they need no compiler,
 * no bundler and no node_modules. Stack traces name the sources' lines (`--enable-source-maps`).
 */
export async function bundleInto(folder: string, { programs, files }: Bundle = image): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: join(folder, 'dist'),
    bundle: true,
    // Lets a command load only the modules that it needs.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    external: optional,
    alias: aliases,
    plugins: [resolveFromSource(root, '..')],
    banner: { js: banner },
    metafile: true,
    logLevel: 'error',
  });
  for (const file of files) await cp(join(root, file), join(folder, file), { recursive: true });
  return metafile;
}

/** Returns the imports that the bundle cannot resolve by itself or in Node. */
export function missingFrom(metafile: Metafile): string[] {
  const known = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), ...optional]);
  const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  return [
    ...new Set(imports.filter(({ external, path }) => external && !known.has(path)).map(({ path }) => path)),
  ];
}

const [, program, target] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (!target) throw new Error('bundle.ts FOLDER');
  const missing = missingFrom(await bundleInto(resolve(target)));
  if (missing.length > 0) throw new Error(`not in the bundle: ${missing.join(', ')}`);
}
