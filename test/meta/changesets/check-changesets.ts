import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparedBase, git } from './compared-base.ts';
import { type ChangedFile, findPackageFolder, missingChangesets } from './missing-changesets.ts';
import { isSameCode } from './same-code.ts';

/** Returns the findings, one per line; without any, `text` names the compared base or the reason for no comparison. */
export function checkChangesets(repository: string): { findings: string[]; text: string } {
  const { commit, text } = comparedBase(repository);
  if (commit === undefined) return { findings: [], text };
  const tree = new ComparedTree(repository, commit);
  const missing = missingChangesets(tree.changedFiles(), tree.changesetsSince(), {
    getName: (folder) => tree.packageName(folder),
    isSameCode,
  });
  const findings = missing.map(({ name, files }) => {
    const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
    return `${name} has no changeset since ${text}: ${files.slice(0, 3).join(', ')}${more}`;
  });
  return { findings, text: `every package that changed since ${text} has a changeset` };
}

/** Compares the working tree, including untracked files, with a commit. */
class ComparedTree {
  readonly #repository: string;
  readonly #commit: string;

  constructor(repository: string, commit: string) {
    this.#repository = repository;
    this.#commit = commit;
  }

  changedFiles(): ChangedFile[] {
    const changed = this.#lines(
      'diff',
      '--name-only',
      '--no-renames',
      this.#commit,
      '--',
      'packages',
      'apps',
    );
    const added = this.#lines('ls-files', '--others', '--exclude-standard', '--', 'packages', 'apps');
    const before = new Set(
      this.#lines('ls-tree', '-r', '--name-only', this.#commit, '--', 'packages', 'apps'),
    );
    return [...changed, ...added]
      .filter((path) => findPackageFolder(path) !== undefined)
      .map((path) => ({
        path,
        ...(before.has(path) ? { before: git(this.#repository, 'show', `${this.#commit}:${path}`) } : {}),
        ...(this.#has(path) ? { after: this.#read(path).trim() } : {}),
      }));
  }

  /** Returns the texts of changesets that were added or edited since the commit and still exist. */
  changesetsSince(): string[] {
    const changed = this.#lines('diff', '--name-only', '--no-renames', this.#commit, '--', '.changeset');
    const added = this.#lines('ls-files', '--others', '--exclude-standard', '--', '.changeset');
    const present = this.#has('.changeset') ? readdirSync(join(this.#repository, '.changeset')) : [];
    return present
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => `.changeset/${name}`)
      .filter((path) => changed.includes(path) || added.includes(path))
      .map((path) => this.#read(path));
  }

  packageName(folder: string): string | undefined {
    if (!this.#has(`${folder}/package.json`)) return undefined;
    const manifest: unknown = JSON.parse(this.#read(`${folder}/package.json`));
    return (manifest as { name?: string }).name;
  }

  #lines(...words: string[]): string[] {
    return git(this.#repository, ...words)
      .split('\n')
      .filter((line) => line !== '');
  }

  #has(path: string): boolean {
    return existsSync(join(this.#repository, path));
  }

  #read(path: string): string {
    return readFileSync(join(this.#repository, path), 'utf8');
  }
}
