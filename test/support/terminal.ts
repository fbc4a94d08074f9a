import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/local-postgres';
import { expect } from 'vitest';
import { observedEnvironment } from './run-logs/observed-environment.ts';

export const commandFile = fileURLToPath(new URL('../../apps/cli/bin/agent-home.js', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Place {
  cwd?: string;
  /** Complete environment apart from PATH. */
  env?: Record<string, string>;
  /** Sends SIGTERM once the printed output fulfils this condition. */
  until?: ((stdout: string) => boolean) | undefined;
}

const hangsAfterMs = 60_000;

/** Runs one command as a user types it, in a folder, with only the given environment. */
export async function agentHome(words: string[], { cwd, env = {}, until }: Place = {}): Promise<Ended> {
  const child = spawn(process.execPath, [commandFile, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...observedEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    ended.stdout += chunk.toString();
    if (until?.(ended.stdout)) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    ended.stderr += chunk.toString();
  });
  const hangs = setTimeout(() => child.kill('SIGKILL'), hangsAfterMs);
  ended.code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(hangs);
  return ended;
}

/** Opens a folder that PostgreSQL can access, because as root it runs as another user. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  return folder;
}

export async function freePorts(): Promise<Record<string, string>> {
  return {
    AGENT_HOME_PORT: String(await freePort()),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
  };
}

/** Returns the command lines of PostgreSQL servers that run below a folder. */
export async function serversIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes('postgres') && command.includes(folder));
}

/** Expects a failure in the form that users should see: one line, no stack, exit code 1. */
export function expectOneLine({ code, stderr, stdout }: Ended, pattern: RegExp): void {
  expect(stderr.trim().split('\n'), stderr + stdout).toHaveLength(1);
  expect(stderr).toMatch(pattern);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  expect(code).toBe(1);
}
