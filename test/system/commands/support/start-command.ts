import { type ChildProcess, spawn } from 'node:child_process';
import { eventually } from '../../../support/eventually.ts';
import { observedEnvironment } from '../../../support/run-logs/observed-environment.ts';
import { commandFile, type Ended } from '../../../support/terminal.ts';

export interface Command {
  child: ChildProcess;
  /** Output so far. */
  printed: { stdout: string; stderr: string };
  /** Waits until the pattern has been printed to one of the outputs. */
  says(pattern: RegExp): Promise<void>;
  ended: Promise<Ended>;
}

/** Starts a long-running command with only the given environment and without standard input. */
export function startCommand(
  words: string[],
  { cwd, env, file = commandFile }: { cwd: string; env: Record<string, string>; file?: string },
): Command {
  const child = spawn(process.execPath, [file, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...observedEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      printed[name] += chunk.toString();
    });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...printed })));
  return {
    child,
    printed,
    ended,
    says: (pattern) =>
      eventually(() => {
        if (!pattern.test(printed.stdout) && !pattern.test(printed.stderr))
          throw new Error(printed.stdout + printed.stderr);
      }),
  };
}
