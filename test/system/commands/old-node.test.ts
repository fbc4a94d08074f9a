import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { guardedProgram } from '../../../infra/packages/guarded-program.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));

/** Runs the program in a Node that reports itself as `version`. */
const as = (version: string) =>
  run(process.execPath, [
    '--input-type=module',
    '-e',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
     process.argv.push('--version');
     await import(${JSON.stringify(program)});`,
  ]);

test.each(['10.24.1', '18.20.4', '20.18.3'])('names the Node that is needed to Node %s', async (version) => {
  const ended = await as(version).then(
    () => undefined,
    (error: { code: number; stderr: string; stdout: string }) => error,
  );
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended?.stderr).toBe(
    `agent-home: Node ${version} is too old: install Node 20.19 or later [node_too_old]\n`,
  );
});

test.each(['20.19.0', '22.0.0', '100.1.0'])('starts on Node %s', async (version) => {
  const { stderr } = await as(version);
  expect(stderr).toBe('');
});

test('old versions of Node can parse the program of a command', async () => {
  const text = guardedProgram('agent-home', './start.js');
  expect(await readFile(program, 'utf8')).toBe(text);
  // A script has no static imports and no top-level await; the other syntax is newer than Node 10.
  expect(() => new Script(text.replace(/^#!.*/, ''))).not.toThrow();
  expect(text).not.toMatch(/\?\.|\?\?|`|=>|\b(const|let|class|async|await)\b/);
});
