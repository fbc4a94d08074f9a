import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

test('a bench chosen by name fails without its program', { timeout: 120_000 }, async () => {
  const empty = mkdtempSync(join(tmpdir(), 'agent-home-no-python-'));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  const given = ['--import', 'tsx', main, '--short', '--only', 'mcp_call,agno_bridge'];
  const child = spawn(process.execPath, given, {
    env: { ...process.env, XDG_CACHE_HOME: empty },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(errors).toContain('bench_program_missing');
  // No bench was measured.
  expect(errors).not.toContain('…');
  expect(status).toBe(1);
});
