import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Runs one of our scripts in a separate process; returns its first message. */
export async function forkTypeScript<Message>(
  script: URL,
  commandArguments: string[],
): Promise<{ child: ChildProcess; ready: Message }> {
  return forkProgram(script, commandArguments, ['--import', 'tsx']);
}

/** Like `forkTypeScript` for files that `node` runs directly. */
export async function forkProgram<Message>(
  script: URL,
  commandArguments: string[],
  nodeArguments: string[] = [],
): Promise<{ child: ChildProcess; ready: Message }> {
  const child = fork(script, commandArguments, { execArgv: nodeArguments });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${script.pathname} ended (${code})`);
  });
  ended.catch(() => undefined);
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Message];
  return { child, ready };
}

export async function endFork(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}
