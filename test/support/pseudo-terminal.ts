import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { observedEnvironment } from './run-logs/observed-environment.ts';
import { commandFile } from './terminal.ts';

const helper = fileURLToPath(new URL('pseudo-terminal.py', import.meta.url));

/**
 * Runs a command in a pseudo-terminal (needs Python 3, for its `pty`). Types `typed`, by default Ctrl-C, when `interrupt` requests
 * it, and then the further steps in their order.
 */
export async function inTerminal(
  words: string[],
  {
    cwd,
    env = {},
    interrupt = '',
    typed = '',
    further = [],
  }: {
    cwd: string;
    env?: Record<string, string>;
    interrupt?: string;
    typed?: string;
    further?: { when: string; typed: string }[];
  },
): Promise<{ code: number | null; shown: string }> {
  const steps = [...(interrupt === '' ? [] : [{ when: interrupt, typed }]), ...further];
  const given = JSON.stringify(steps.map((step) => [step.when, step.typed]));
  const child = spawn('python3', [helper, given, process.execPath, commandFile, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...observedEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, shown };
}
