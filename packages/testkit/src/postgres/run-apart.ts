import { type SpawnOptions, spawn } from 'node:child_process';

export class ProgramFailedError extends Error {
  override readonly name = 'ProgramFailedError';
  /** What it ended with; null where a signal ended it. */
  readonly exitCode: number | null;

  constructor(program: string, exitCode: number | null, said: string) {
    super(`${program} failed (${exitCode ?? 'killed'}): ${said.trim().slice(-2_000)}`);
    this.exitCode = exitCode;
  }
}

/**
 * What a program printed, run in a process group of its own: Ctrl-C in a terminal reaches us alone. What it would end halfway
 * looks like an answer, such as that there is no such user, and the folder of a database would then belong to somebody else.
 * @throws ProgramFailedError
 */
export function runApart(program: string, words: string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(program, words, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, complained] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new ProgramFailedError(program, code, complained));
    });
  });
}
