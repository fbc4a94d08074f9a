import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createResultCache, typescriptManifest } from '../../../infra/checks/result-cache.ts';
import { steps } from '../../../infra/ci/steps.ts';
import { titlesInPython } from './python-titles.ts';
import { ciSuites, type ProjectFiles, type Suite } from './suites.ts';
import { readTests, type SourceTests } from './test-titles.ts';

export const repositoryFile = (path: string) => new URL(`../../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(repositoryFile(path), 'utf8');

/** Contents of this repository that the checks of the specs need. */
export interface Coverage {
  /** Titles by test file: its own tests and those of the helpers that it imports. */
  titlesByFile: ReadonlyMap<string, readonly string[]>;
  suites: Suite[];
  /** The text of `openspec/seed-coverage.md`. */
  table: string;
}

export async function readCoverage(): Promise<Coverage> {
  const sources = new Map(
    sourceFolders()
      .flatMap(filesBelow)
      .map((file) => [file, read(file)]),
  );
  const testFiles = [...sources.keys()].filter((file) => file.endsWith('.test.ts'));
  const cache = createResultCache<SourceTests>(fileURLToPath(repositoryFile('')), 'specs', [
    new URL('test-titles.ts', import.meta.url),
    typescriptManifest,
  ]);
  const tests = new Map<string, SourceTests>();
  const collectTests = (file: string): SourceTests | undefined => {
    const text = sources.get(file);
    const found =
      tests.get(file) ?? (text === undefined ? undefined : cache.read(file, text, () => readTests(text)));
    if (found) tests.set(file, found);
    return found;
  };
  const titlesByFile = new Map(testFiles.map((file) => [file, titlesRunBy(file, collectTests)]));
  cache.save();
  titlesByFile.set(runsPython, [...(titlesByFile.get(runsPython) ?? []), ...pythonTitles()]);
  const { projects } = (await import(repositoryFile('vitest.config.ts').href)) as {
    projects: ProjectFiles[];
  };
  return {
    titlesByFile,
    suites: ciSuites(projects, steps),
    table: read('openspec/seed-coverage.md'),
  };
}

/** Test that runs the tests of the Python client, with one test for each of their folders. */
const runsPython = 'test/compatibility/python/client.test.ts';
const pythonFolders = ['clients/python/tests/', 'clients/python/end_to_end/'];

function pythonTitles(): string[] {
  return pythonFolders.flatMap((folder) =>
    readdirSync(repositoryFile(folder))
      .filter((name) => name.startsWith('test_') && name.endsWith('.py'))
      .flatMap((name) => titlesInPython(read(folder + name))),
  );
}

/** Returns titles of a test file and of its helpers, whose tests run if a test file or its helper imports them. */
function titlesRunBy(testFile: string, collectTests: (file: string) => SourceTests | undefined): string[] {
  const seen = new Set<string>();
  const collect = (file: string): string[] => {
    const tests = seen.has(file) ? undefined : collectTests(file);
    if (!tests) return [];
    seen.add(file);
    const helpers = tests.imports.map((from) => placeOf(from, file));
    return [...tests.titles, ...helpers.filter((path) => !path.endsWith('.test.ts')).flatMap(collect)];
  };
  return collect(testFile);
}

/** Returns the file that an import refers to, if tests may come from there. */
function placeOf(from: string, importer: string): string {
  if (from.startsWith('.')) return posix.join(dirname(importer), from);
  const [, name, room] = /^@agent-home\/([\w-]+)\/(contract|testing)$/.exec(from) ?? [];
  return name === undefined ? from : `packages/${name}/src/${room}/index.ts`;
}

function sourceFolders(): string[] {
  const inside = (folder: string) =>
    readdirSync(repositoryFile(folder)).map((name) => `${folder}${name}/src/`);
  return [...inside('packages/'), ...inside('apps/'), 'test/'];
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(repositoryFile(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
      .map((file) => `${folder}${file}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
