import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The sources as they lie in the work tree, in a folder of their own where they may be broken. */
export class SourceCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<SourceCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-proof-'));
    // What git knows, and what is new: never what is built, installed or secret.
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
    for (const parent of new Set(files.map((file) => dirname(file))))
      await mkdir(join(folder, parent), { recursive: true });
    for (const file of files) await cp(join(root, file), join(folder, file));
    await linkPackages(folder);
    return new SourceCopy(folder);
  }

  apply(patch: string): void {
    this.#git('apply', patch);
  }

  takeBack(patch: string): void {
    this.#git('apply', '--reverse', patch);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  #git(...words: string[]): void {
    execFileSync('git', words, { cwd: this.folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Whether a patch still applies to the work tree. */
export function appliesToSources(patch: string): boolean {
  try {
    execFileSync('git', ['apply', '--check', patch], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Our own packages are those of the copy; all others are where they are. */
async function linkPackages(folder: string): Promise<void> {
  const [here, there] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(there, '@agent-home'), { recursive: true });
  for (const name of await readdir(here))
    if (name !== '@agent-home' && !name.startsWith('.')) await symlink(join(here, name), join(there, name));
  for (const group of ['packages', 'apps'])
    for (const name of await readdir(join(folder, group)))
      await symlink(join(folder, group, name), join(there, '@agent-home', name));
}
