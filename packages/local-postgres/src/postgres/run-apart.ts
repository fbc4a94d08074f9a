import { type SpawnOptions, spawn } from 'node:child_process';

export class ProgramFailedError extends Error {
  override readonly name = 'ProgramFailedError';
  /** Exit code; null if a signal ended it. */
  readonly exitCode: number | null;

  constructor(program: string, exitCode: number | null, said: string) {
    super(`${program} failed (${exitCode ?? 'killed'}): ${said.trim().slice(-2_000)}`);
    this.exitCode = exitCode;
  }
}

/**
 * Returns the output of a program run in its own process group, so that Ctrl-C in a terminal does not reach it. Output of a killed
 * program would be misread, for example as a missing user, and a database folder would then get another owner. Ctrl-C still kills a
 * process that has not left our group yet; its program has not started then, so it is started again.
 * @throws ProgramFailedError
 */
export async function runApart(
  program: string,
  words: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const first = await run(program, words, options);
  const isUnbegun = first.signal === 'SIGINT' && first.printed === '' && first.complained === '';
  const { code, printed, complained } = isUnbegun ? await run(program, words, options) : first;
  if (code === 0) return printed;
  throw new ProgramFailedError(program, code, complained);
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  printed: string;
  complained: string;
}

function run(program: string, words: string[], options: SpawnOptions): Promise<Ended> {
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
    child.once('close', (code, signal) => resolve({ code, signal, printed, complained }));
  });
}
