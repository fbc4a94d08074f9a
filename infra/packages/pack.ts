import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand } from './build-command.ts';
import { buildPackage } from './build-package.ts';
import { buildWheel } from './build-wheel.ts';
import { listClients } from './list-clients.ts';
import { type Publishable, publishable } from './publishable.ts';

const run = promisify(execFile);

/** Packs every package as the file that npm would publish; packages come after those that they need. */
export async function packAll(target: string): Promise<string[]> {
  return (await pack(target, publishable)).map(({ path }) => path);
}

/**
 * Packs what agents' machines install, npm packages and the Python wheel, with the `index.json` by which a home serves them.
 * @param packages may include others than the clients; the index lists only the clients
 */
export async function packClients(target: string, packages = clients): Promise<string[]> {
  const packed = await pack(target, packages);
  const tarballs = packed.flatMap(({ path, isClient }) => (isClient ? [path] : []));
  await listClients(target, await buildWheel(target), tarballs);
  return packed.map(({ path }) => path);
}

const clients: readonly Publishable[] = publishable.filter(({ client }) => client);

interface Packed {
  path: string;
  isClient: boolean;
}

/** The command `agent-home` is packed last, because it contains the other clients for a home that it starts. */
async function pack(target: string, packages: readonly Publishable[]): Promise<Packed[]> {
  const work = await mkdtemp(join(tmpdir(), 'agent-home-pack-'));
  await mkdir(target, { recursive: true });
  const packed: Packed[] = [];
  try {
    for (const one of packages) {
      const folder = join(work, one.folder);
      await buildPackage(one, folder);
      packed.push({ path: await packFolder(folder, target), isClient: one.client === true });
    }
    const command = join(work, 'agent-home');
    await buildCommand(command);
    const within = packed.flatMap(({ path, isClient }) => (isClient ? [path] : []));
    await addClients(join(command, 'clients'), within);
    return [...packed, { path: await packFolder(command, target), isClient: true }];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function addClients(folder: string, tarballs: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const path of tarballs) await cp(path, join(folder, basename(path)));
  await listClients(folder, await buildWheel(folder), tarballs);
}

async function packFolder(folder: string, target: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder });
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  return join(target, packed.filename);
}
