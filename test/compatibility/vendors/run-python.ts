import { spawn } from 'node:child_process';
import { inject } from 'vitest';

/** Returns the standard output of a script; throws with all output if it fails. */
export async function runPython(
  script: string,
  given: string[] = [],
  environment: Record<string, string> = {},
): Promise<string> {
  const child = spawn(inject('vendorsPython'), [script, ...given], {
    env: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${printed}\n${said}`);
  return printed;
}
