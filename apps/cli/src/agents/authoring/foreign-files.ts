import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DefinitionError, type Problem } from '@agent-home/agent-runtime/definition';
import { listFolder } from '@agent-home/runtime-node/definitions';
import { requireNoLink } from './write-file.ts';

/** Files to import, and problems of files that cannot be imported. */
export interface ForeignFiles {
  files: string[];
  problems: Problem[];
}

/**
 * Returns the Markdown files that are given by name or by folder, subfolders included. They are untrusted, so no symbolic link on
 * the way to them is followed, starting from the working directory.
 * @throws AuthoringError `symbolic_link`; DefinitionError if a folder cannot be read
 */
export function foreignFiles(named: readonly string[]): ForeignFiles {
  const found: ForeignFiles = { files: [], problems: [] };
  for (const path of named) {
    requireNoLinks(path);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
      found.files.push(path);
      continue;
    }
    readInto(found, { path, depth: 0 });
  }
  return found;
}

/** Deepest folder level that is read; real agent collections are shallower. */
const deepest = 8;
const most = 2_000;
/** Documents of a project as a whole, which are not agents. */
const documents = new Set(['README.md', 'AGENTS.md']);

function readInto(found: ForeignFiles, { path, depth }: { path: string; depth: number }): void {
  const { entries, strangers, problems } = listFolder(resolve(path));
  if (problems.length > 0 && depth === 0) throw new DefinitionError(problems);
  found.problems.push(...problems, ...strangers.map(({ problem }) => problem));
  for (const { kind, name } of entries) {
    const below = join(path, name);
    if (kind === 'folder') {
      if (depth < deepest) readInto(found, { path: below, depth: depth + 1 });
      else found.problems.push(unread('too_deep', below, `folders more than ${deepest} deep are not read`));
    } else if (/.\.md$/.test(name) && !documents.has(name)) {
      if (found.files.length >= most)
        throw new DefinitionError([unread('too_many_files', path, `more than ${most} files are not read`)]);
      found.files.push(below);
    }
  }
}

function unread(code: Problem['code'], file: string, message: string): Problem {
  return { code, message, file, line: 1, column: 1, path: [] };
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
