import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { comparedBase, git } from './compared-base.ts';
import { type ChangedFile, missingChangesets, packageFolderOf } from './missing-changesets.ts';
import { isSameCode } from './same-code.ts';

// Checks that every package with changed code has a changeset. A repository other than this one may be named.
const repository = resolve(process.argv[2] ?? '.');
const base = comparedBase(repository);
if (base.commit === undefined) console.log(base.text);
else report(base.commit, base.text);

function report(commit: string, text: string): void {
  const missing = missingChangesets(changedFiles(commit), changesetsSince(commit), {
    nameOf: packageName,
    isSameCode,
  });
  if (missing.length === 0) {
    console.log(`every package that changed since ${text} has a changeset`);
    return;
  }
  for (const { name, files } of missing) {
    const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
    console.error(`${name} has no changeset since ${text}: ${files.slice(0, 3).join(', ')}${more}`);
  }
  console.error(
    'Run npx changeset, or add .changeset/NAME.md by hand; the bump `none` is for changes that no user notices.',
  );
  process.exitCode = 1;
}

/** The working tree against the base, files that git does not track yet included. */
function changedFiles(commit: string): ChangedFile[] {
  const changed = lines('diff', '--name-only', '--no-renames', commit, '--', 'packages', 'apps');
  const added = lines('ls-files', '--others', '--exclude-standard', '--', 'packages', 'apps');
  const before = new Set(lines('ls-tree', '-r', '--name-only', commit, '--', 'packages', 'apps'));
  return [...changed, ...added]
    .filter((path) => packageFolderOf(path) !== undefined)
    .map((path) => ({
      path,
      ...(before.has(path) ? { before: git(repository, 'show', `${commit}:${path}`) } : {}),
      ...(existsSync(join(repository, path)) ? { after: read(path).trim() } : {}),
    }));
}

/** Texts of the changesets that were added or edited since the base and are still there. */
function changesetsSince(commit: string): string[] {
  const changed = lines('diff', '--name-only', '--no-renames', commit, '--', '.changeset');
  const added = lines('ls-files', '--others', '--exclude-standard', '--', '.changeset');
  const present = existsSync(join(repository, '.changeset'))
    ? readdirSync(join(repository, '.changeset')).map((name) => `.changeset/${name}`)
    : [];
  return [...changed, ...added]
    .filter((path) => path.endsWith('.md') && !path.endsWith('/README.md') && present.includes(path))
    .map(read);
}

function packageName(folder: string): string | undefined {
  if (!existsSync(join(repository, folder, 'package.json'))) return undefined;
  const manifest: unknown = JSON.parse(read(`${folder}/package.json`));
  const { name } = manifest as { name?: string };
  return name;
}

function lines(...words: string[]): string[] {
  return git(repository, ...words)
    .split('\n')
    .filter((line) => line !== '');
}

function read(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}
