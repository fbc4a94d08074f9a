import { spawn } from 'node:child_process';

export interface Lived {
  code: number | null;
  said: string;
}

const patienceMs = 90_000;

/**
 * Runs an agent until its output matches, ends it as Ctrl-C does, and returns its output.
 * @throws Error if the output never matches
 */
export async function livedUntil(
  pattern: RegExp,
  program: string,
  words: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Lived> {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let isStopped = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!isStopped && pattern.test(said)) isStopped = child.kill('SIGINT');
    });
  const hangs = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(hangs);
  if (!pattern.test(said))
    throw new Error(`${program} ended with ${code} and never said ${pattern}:\n${said}`);
  return { code, said };
}
