import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { z } from 'zod';
import { guardedProgram } from './guarded-program.ts';
import type { Publishable } from './publishable.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
  imports: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.infer<typeof manifestSchema>;
const rootSchema = z.object({ repository: z.object({ type: z.string(), url: z.string() }).optional() });

/** Returns the root's `repository` field, if it has one; npm rejects provenance without it. */
export async function repositoryField(): Promise<z.infer<typeof rootSchema>> {
  return rootSchema.parse(JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')));
}

/** Builds a package into `target` as it is published: JavaScript, declarations, source maps and manifest. */
export async function buildPackage(one: Publishable, target: string): Promise<Manifest> {
  const source = join(repository, 'packages', one.folder);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  await mkdir(target, { recursive: true });
  const inlined = one.inlined ?? [];
  const known = await knownDependencies(one, manifest);
  await build({
    config: false,
    cwd: source,
    entry: one.entries,
    outDir: join(target, 'dist'),
    format: 'esm',
    fixedExtension: false,
    target: 'node20',
    platform: one.anywhere ? 'neutral' : 'node',
    tsconfig: join(repository, 'tsconfig.json'),
    dts: { sourcemap: false, eager: true },
    sourcemap: true,
    // A package's own imports (`#…`) depend on its loader, so they are not bundled.
    deps: {
      neverBundle: [
        /^#/,
        /^node:/,
        ...(one.keepsImports ? patterns(Object.keys(known).filter((name) => !inlined.includes(name))) : []),
      ],
      alwaysBundle: patterns(inlined),
    },
    logLevel: 'warn',
  });
  await writeFile(
    join(target, 'package.json'),
    `${JSON.stringify({ ...published(one, manifest, await dependencies(known, join(target, 'dist'))), ...(await repositoryField()) }, undefined, 2)}\n`,
  );
  for (const [command, built] of Object.entries(one.bin ?? {})) {
    await mkdir(join(target, 'bin'), { recursive: true });
    const program = guardedProgram(command, `../dist/${built}.js`);
    await writeFile(join(target, 'bin', `${command}.js`), program, { mode: 0o755 });
  }
  for (const folder of one.folders ?? [])
    await cp(join(source, folder), join(target, folder), { recursive: true });
  await cp(join(source, 'README.md'), join(target, 'README.md'));
  await cp(join(repository, 'LICENSE'), join(target, 'LICENSE'));
  return manifest;
}

/** Returns the manifest to publish: exports point to the build, and bundled packages are no dependencies. */
function published(one: Publishable, manifest: Manifest, needed: Record<string, string>): object {
  const getBuilt = (path: string) => {
    const found = Object.entries(one.entries).find(([, source]) => `./${source}` === path);
    return found && `./dist/${found[0]}.js`;
  };
  const exports = Object.entries(manifest.exports).flatMap(([door, path]) => {
    const built = getBuilt(path);
    return built ? [[door, { types: built.replace(/\.js$/, '.d.ts'), default: built }]] : [];
  });
  const imports = Object.entries(manifest.imports ?? {}).map(([name, conditions]) => [
    name,
    Object.fromEntries(Object.entries(conditions).map(([condition, path]) => [condition, getBuilt(path)])),
  ]);
  const { name, version, license, engines } = manifest;
  const bin = Object.keys(one.bin ?? {}).map((command) => [command, `./bin/${command}.js`]);
  return {
    name,
    version,
    description: one.description,
    license,
    type: 'module',
    engines,
    sideEffects: false,
    files: [...(bin.length === 0 ? [] : ['bin']), 'dist', ...(one.folders ?? [])],
    ...(bin.length === 0 ? {} : { bin: Object.fromEntries(bin) }),
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    ...(imports.length === 0 ? {} : { imports: Object.fromEntries(imports) }),
    dependencies: needed,
  };
}

/** Returns the dependencies of a package and of the packages that are built into it. */
async function knownDependencies(
  { inlined = [] }: Publishable,
  manifest: Manifest,
): Promise<Record<string, string>> {
  const known = { ...manifest.dependencies };
  for (const name of inlined) {
    const file = join(repository, 'packages', name.replace('@agent-home/', ''), 'package.json');
    Object.assign(known, manifestSchema.parse(JSON.parse(await readFile(file, 'utf8'))).dependencies);
  }
  return known;
}

/** Matches packages by their names, with any path in them. */
function patterns(names: readonly string[]): RegExp[] {
  return names.map((name) => new RegExp(`^${name}(/|$)`));
}

/** Returns the imports of the result, in the versions that the sources name. */
async function dependencies(known: Record<string, string>, built: string): Promise<Record<string, string>> {
  const used = new Set<string>();
  for (const name of await readdir(built)) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const text = await readFile(join(built, name), 'utf8');
    for (const [, specifier = ''] of text.matchAll(
      /(?:from|import|import\(|require\()\s*["']([^."'#][^"']*)["']/g,
    )) {
      const needed = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? '';
      if (!specifier.startsWith('node:')) used.add(needed);
    }
  }
  return Object.fromEntries(
    Object.entries(known)
      .filter(([name]) => used.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
