import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand } from './build-command.ts';
import { buildPackage } from './build-package.ts';
import { publishable } from './publishable.ts';

const run = promisify(execFile);

/** `npm run release -- pack [FOLDER]`: every package as the file that npm would publish; default `packed`. */
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

if (process.argv[1]?.endsWith('pack.ts')) {
  const [target = 'packed'] = process.argv.slice(2);
  // `--help` is asked of a command, and was made a folder once.
  if (target.startsWith('-'))
    throw new Error(`usage: npm run release -- pack [FOLDER]; ${target} is no folder`);
  for (const file of await packAll(resolve(target))) console.log(file);
}
