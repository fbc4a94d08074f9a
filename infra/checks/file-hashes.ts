import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hash of the contents of each file that git knows or would add, by path. */
export type FileHashes = ReadonlyMap<string, string>;

/** Reads the index of git, and hashes the contents of changed and untracked files. Returns undefined outside a repository. */
export function readFileHashes(root: string): FileHashes | undefined {
  const staged = listFiles(root, '--stage');
  const changed = listFiles(root, '--modified', '--others', '--exclude-standard');
  if (!staged || !changed) return undefined;
  const hashes = new Map(staged.map(parseStaged));
  for (const file of changed) {
    const hash = computeHash(join(root, file));
    if (hash === undefined) hashes.delete(file);
    else hashes.set(file, hash);
  }
  return new Map([...hashes].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Parses `MODE HASH STAGE<tab>PATH`. */
function parseStaged(line: string): [string, string] {
  const [facts = '', path = ''] = line.split('\t');
  return [path, facts.split(' ')[1] ?? ''];
}

/** Returns the hash that git would give the file, or undefined if it is gone. */
function computeHash(path: string): string | undefined {
  try {
    const contents = readFileSync(path);
    return createHash('sha1').update(`blob ${contents.length}\0`).update(contents).digest('hex');
  } catch {
    return undefined;
  }
}

function listFiles(root: string, ...options: string[]): string[] | undefined {
  try {
    const output = execFileSync('git', ['ls-files', '-z', ...options], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.split('\0').filter((line) => line !== '');
  } catch {
    return undefined;
  }
}
