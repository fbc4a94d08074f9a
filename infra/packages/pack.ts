import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand } from './build-command.ts';
import { buildPackage } from './build-package.ts';
import { publishable } from './publishable.ts';

const run = promisify(execFile);

/** Packs every package as the file that npm would publish; packages come after those that they need. */
export async function packAll(target: string): Promise<string[]> {
  const work = await mkdtemp(join(tmpdir(), 'agent-home-pack-'));
  await mkdir(target, { recursive: true });
  const files: string[] = [];
  try {
    for (const one of publishable) {
      const folder = join(work, one.folder);
      await buildPackage(one, folder);
      files.push(await packFolder(folder, target));
    }
    await buildCommand(join(work, 'agent-home'));
    files.push(await packFolder(join(work, 'agent-home'), target));
    return files;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function packFolder(folder: string, target: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder });
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  return join(target, packed.filename);
}
