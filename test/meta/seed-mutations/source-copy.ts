import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Copy of the work tree in a temporary folder, where tests may break its sources. */
export class SourceCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<SourceCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-proof-'));
    // Tracked and new files, without built, installed and secret ones.
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

  /** Writes changed texts over the files of the copy. */
  async change(texts: ReadonlyMap<string, string>): Promise<void> {
    for (const [file, text] of texts) await writeFile(join(this.folder, file), text);
  }

  /** Restores files from the work tree. */
  async restore(files: Iterable<string>): Promise<void> {
    for (const file of files) await cp(join(root, file), join(this.folder, file));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Links the workspaces to the copy and all other packages to the installed ones. */
async function linkPackages(folder: string): Promise<void> {
  const [here, there] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(there, '@agent-home'), { recursive: true });
  for (const name of await readdir(here))
    if (name !== '@agent-home' && !name.startsWith('.')) await symlink(join(here, name), join(there, name));
  for (const group of ['packages', 'apps'])
    for (const name of await readdir(join(folder, group)))
      await symlink(join(folder, group, name), join(there, '@agent-home', name));
}
