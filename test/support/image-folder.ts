import { cp, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { repository } from './compose-file.ts';

const workspaces = '@agent-home';

/**
 * What the image of ours holds, in a folder: just what .dockerignore lets through and the Dockerfile copies, so that
 * a file that is missing there is missed here. Dependencies are this work tree's.
 */
export async function imageFolder(folder: string): Promise<string> {
  const dockerfile = await readFile(join(repository, 'infra/container/Dockerfile'), 'utf8');
  const ignore = await readFile(join(repository, '.dockerignore'), 'utf8');
  const admitted = ignore.split('\n').filter((line) => line.startsWith('!'));
  const copies = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  await mkdir(folder, { recursive: true });
  for (const source of copies.filter((one) => admitted.includes(`!${one}`))) {
    await cp(join(repository, source), join(folder, source), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts') && basename(path) !== 'node_modules',
    });
  }
  await linkModules(folder);
  return folder;
}

/** Packages of others are linked to where they are; ours, as npm links them, to the copies. */
async function linkModules(folder: string): Promise<void> {
  const [from, to] = [join(repository, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, workspaces), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== workspaces) await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, workspaces))) {
    const link = await readlink(join(from, workspaces, name));
    await symlink(link, join(to, workspaces, name));
  }
}
