import { execFile } from 'node:child_process';
import { appendFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root, SourceCopy } from '../../meta/seed-mutations/source-copy.ts';

const run = promisify(execFile);

test('changed sources are compiled once before up', {
  timeout: 240_000,
}, async () => {
  const copy = await SourceCopy.make();
  try {
    const cli = join(copy.folder, 'apps/cli');
    const installed = 'node_modules/.package-lock.json';
    await symlink(join(root, installed), join(copy.folder, installed));
    const command = (...words: string[]) =>
      run(process.execPath, [join(cli, 'bin/agent-home.js'), ...words], { cwd: copy.folder });
    const { isFresh } = (await import(pathToFileURL(join(cli, 'bin/is-fresh.js')).href)) as {
      isFresh(folder: URL): boolean;
    };
    const isCompiled = () => isFresh(pathToFileURL(`${cli}/`));

    // No compilation happens here: an interactive command does not wait for it.
    expect((await command('keys', '--help')).stdout).toContain('keys');
    expect(isCompiled()).toBe(false);

    const first = await command('up', '--help');
    expect(first.stderr).toContain('compiling');
    expect(isCompiled()).toBe(true);
    expect((await command('up', '--help')).stderr).toBe('');

    await appendFile(join(cli, 'src/main.ts'), '\n// changed\n');
    expect(isCompiled()).toBe(false);
    const [one, other] = await Promise.all([command('up', '--help'), command('up', '--help')]);
    expect([one, other].filter(({ stderr }) => stderr.includes('compiling'))).toHaveLength(1);
    for (const { stdout } of [one, other]) expect(stdout).toBe(first.stdout);
    expect(isCompiled()).toBe(true);

    // If the sources do not compile, they run directly and report the fault.
    await appendFile(join(cli, 'src/main.ts'), '\nthis is no program\n');
    await expect(command('up', '--help')).rejects.toThrow();
    expect(JSON.parse(await readFile(join(cli, 'dist/inputs.json'), 'utf8'))).toHaveProperty('inputs');
  } finally {
    await copy.remove();
  }
});
