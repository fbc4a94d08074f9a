import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeSources, type Sources } from './change-sources.ts';
import type { Mutation } from './changes.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const isTest = /\.test\.tsx?$|\/(testing|vendor-cases|least-privilege)\//;

/** Returns the sources of a work tree or of a copy of one. Each file is read once. */
export function readSources(folder = root): Sources {
  const lists = new Map<string, string[]>();
  const texts = new Map<string, string | undefined>();
  const read = (file: string): string | undefined => {
    if (!texts.has(file)) {
      const path = join(folder, file);
      texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    }
    return texts.get(file);
  };
  const collectFiles = (workspace: string): string[] => {
    const known = lists.get(workspace);
    if (known) return known;
    const source = join(folder, workspace, 'src');
    const files = existsSync(source) ? readdirSync(source, { recursive: true, encoding: 'utf8' }) : [];
    const paths = files
      .map((file) => `${workspace}/src/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file))
      .sort();
    lists.set(workspace, paths);
    return paths;
  };
  return { collectFiles, read };
}

/** Returns the changed texts of the work tree by absolute path, for a bundler that reads them instead of the files. */
export function mutatedTexts(mutation: Pick<Mutation, 'changes'> | undefined): Map<string, string> {
  const texts = changeSources(readSources(), mutation?.changes ?? []);
  return new Map([...texts].map(([file, text]) => [join(root, file), text]));
}
