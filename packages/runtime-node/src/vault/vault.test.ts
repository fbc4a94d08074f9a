import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { Vault } from './vault.ts';

const environment = {
  PATH: process.env.PATH ?? '',
  TOKEN: 'token-of-the-environment',
  SHORT: '1234567',
  LONG: 'x'.repeat(9_000),
};
const opened = (settings: Settings['vault'], told: string[] = []) =>
  new Vault(settings, {
    environment,
    placeOf: fixedPlace(tmpdir(), environment),
    tell: ({ code }) => told.push(code),
  });

describe('the vault', () => {
  test('a secret comes from a variable, file or command', async () => {
    const { folder } = scratchProject();
    const file = join(folder, 'secret');
    writeFileSync(file, 'secret of a file\n', { mode: 0o600 });
    const vault = opened({
      variable: { env: 'TOKEN' },
      file: { file },
      said: {
        command: [process.execPath, '-e', 'console.log("said by a command"); console.error("not this")'],
      },
    });
    expect(await vault.value('vault://variable')).toBe('token-of-the-environment');
    expect(await vault.value('vault://file')).toBe('secret of a file');
    expect(await vault.value('vault://said')).toBe('said by a command');
    expect(vault.secrets.clean('said by a command, secret of a file')).toBe(
      '[secret vault://said], [secret vault://file]',
    );
  });

  test('refuses a secret file that others can read', async () => {
    const { folder, outside } = scratchProject();
    const good = join(outside, 'good');
    writeFileSync(good, 'secret of a file', { mode: 0o600 });
    const open = join(folder, 'open');
    writeFileSync(open, 'secret of a file');
    chmodSync(open, 0o640);
    symlinkSync(good, join(folder, 'link'));
    mkdirSync(join(folder, 'folder'));
    for (const file of ['open', 'link', 'folder', 'nowhere']
      .map((name) => join(folder, name))
      .concat('good', '/dev/zero')) {
      const told: string[] = [];
      const vault = opened({ it: { file } }, told);
      const error = await vault.value('vault://it').then(String, (thrown: Error) => thrown);
      expect(error).toMatchObject({ code: 'secret_file_refused' });
      expect(String(error)).not.toContain('secret of a file');
      expect(told).toEqual(['secret_file_refused']);
    }
    linkSync(good, join(folder, 'hard'));
    expect(await opened({ it: { file: join(folder, 'hard') } }).value('vault://it')).toBe('secret of a file');
  });

  test('hides a failed command’s output and our environment', async () => {
    const script = (text: string) => ({ it: { command: [process.execPath, '-e', text] } });
    const failing = opened(
      script('console.log("half a secret"); console.error("half a secret"); process.exit(3)'),
    );
    const error = await failing.value('vault://it').then(String, (thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'secret_command_failed' });
    expect(String(error)).toContain('ended with 3');
    expect(String(error)).not.toContain('half');
    const seeing = opened(script('console.log("it sees " + (process.env.TOKEN ?? "nothing of it"))'));
    expect(await seeing.value('vault://it')).toBe('it sees nothing of it');
    await expect(opened({ it: { command: ['/nowhere/at/all'] } }).value('vault://it')).rejects.toMatchObject({
      code: 'secret_command_failed',
    });
  });

  test('refuses too short and too long secrets', async () => {
    const told: string[] = [];
    const vault = opened({ short: { env: 'SHORT' }, long: { env: 'LONG' }, none: { env: 'NONE' } }, told);
    await expect(vault.value('vault://short')).rejects.toMatchObject({ code: 'secret_too_short' });
    await expect(vault.value('vault://long')).rejects.toMatchObject({ code: 'secret_too_long' });
    await expect(vault.value('vault://none')).rejects.toMatchObject({ code: 'secret_missing' });
    await expect(vault.value('vault://toString')).rejects.toMatchObject({ code: 'secret_not_configured' });
    // A variable that is not set is reported by the run that needs it.
    expect(told).toEqual(['secret_too_short', 'secret_too_long']);
  });

  test('a tool gets only the secrets that name it', async () => {
    const vault = opened({
      mine: { env: 'TOKEN', tools: ['mcp.forge.*', 'bash'] },
      nobodys: { env: 'TOKEN' },
    });
    expect(await vault.valueFor('mcp.forge.push', 'vault://mine')).toBe('token-of-the-environment');
    for (const [tool, handle] of [
      ['mcp.forgery.push', 'vault://mine'],
      ['write_file', 'vault://mine'],
      ['bash', 'vault://nobodys'],
    ] as const)
      await expect(vault.valueFor(tool, handle)).rejects.toMatchObject({ code: 'secret_not_allowed' });
  });
});
