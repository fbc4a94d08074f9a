import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes small stand-ins for the client packages, with the `index.json` by which a home serves them. Returns the folder. */
export async function writeClientPackages(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const packages = [
    await written(folder, 'agent-home-sdk-1.2.3.tgz', {
      kind: 'npm',
      name: '@agent-home/sdk',
      manifest: { license: 'Apache-2.0' },
    }),
    await written(folder, 'agent-home-1.2.3.tgz', {
      kind: 'npm',
      name: 'agent-home',
      manifest: { bin: 'bin.js' },
    }),
    await written(folder, 'agent_home-1.2.3-py3-none-any.whl', {
      kind: 'python',
      name: 'agent-home',
      requires_python: '>=3.11',
    }),
  ];
  await writeFile(join(folder, 'index.json'), JSON.stringify({ version: '1.2.3', packages }));
  return folder;
}

async function written(folder: string, file: string, facts: object): Promise<object> {
  const content = Buffer.from(`stand-in for ${file}`);
  await writeFile(join(folder, file), content);
  const hash = (name: string) => createHash(name).update(content);
  return {
    ...facts,
    file,
    version: '1.2.3',
    bytes: content.length,
    sha256: hash('sha256').digest('hex'),
    shasum: hash('sha1').digest('hex'),
    integrity: `sha512-${hash('sha512').digest('base64')}`,
  };
}
