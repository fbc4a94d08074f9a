import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { transform } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { EmptyFolder } from './empty-folder.ts';
import { packedFile } from './packed-file.ts';

/** Programs that npm installs as packages, with the arguments before the file. */
const runtimes = [
  ['bun', 'bun@1.4.5', []],
  ['deno', 'deno@2.9.6', ['run', '--allow-all']],
] as const;

test('a program with an agent runs in Bun and Deno', async () => {
  const folder = await EmptyFolder.open();
  const scripts = loadScripts([
    {
      file: 'greeter.yaml',
      text: await readFile(new URL('../../../examples/model-scripts/greeter.yaml', import.meta.url), 'utf8'),
    },
  ]);
  const emulator = await startModelEmulator({ scripts });
  onTestFinished(async () => {
    await emulator.close();
    await folder.remove();
  });
  const packages = ['protocol', 'agent'].map(packedFile);
  await folder.install(...packages, ...runtimes.map(([, name]) => name));
  const readme = await readFile(join(folder.path, 'node_modules/@agent-home/agent/README.md'), 'utf8');
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const here = code.replace('http://127.0.0.1:4603', emulator.url);
  await folder.write('program.mjs', (await transform(here, { loader: 'ts' })).code);
  for (const [name, , words] of runtimes)
    expect([name, await folder.run(`node_modules/.bin/${name}`, ...words, 'program.mjs')]).toEqual([
      name,
      'It is 21 degrees and clear.\n',
    ]);
});
