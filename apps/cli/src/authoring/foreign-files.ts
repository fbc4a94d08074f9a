import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DefinitionError, type Problem } from '@agent-home/definition';
import { listFolder } from '@agent-home/runtime-node/definitions';
import { requireNoLink } from './write-file.ts';

/** Files that are to be brought along, as they are told, and what of a folder is none. */
export interface ForeignFiles {
  files: string[];
  problems: Problem[];
}

/**
 * The Markdown files that somebody named, by themselves or by their folder. They are a stranger’s: no link on the way to them is
 * followed, from where one stands on.
 * @throws AuthoringError `symbolic_link`; DefinitionError where a folder cannot be read
 */
export function foreignFiles(named: readonly string[]): ForeignFiles {
  const found: ForeignFiles = { files: [], problems: [] };
  for (const path of named) {
    requireNoLinks(path);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
      found.files.push(path);
      continue;
    }
    const { entries, strangers, problems } = listFolder(resolve(path));
    if (problems.length > 0) throw new DefinitionError(problems);
    for (const { kind, name } of entries)
      if (kind === 'file' && /.\.md$/.test(name) && name !== 'README.md') found.files.push(join(path, name));
    found.problems.push(...strangers.map(({ problem }) => problem));
  }
  return found;
}

function requireNoLinks(path: string): void {
  const steps = relative('.', resolve(path));
  if (isAbsolute(steps) || steps.startsWith('..')) {
    requireNoLink(resolve(path));
    return;
  }
  let reached = '.';
  for (const step of steps.split(sep)) {
    reached = join(reached, step);
    requireNoLink(reached);
  }
}
