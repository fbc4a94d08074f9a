import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PythonClient } from './global-wheel.ts';

const source = fileURLToPath(new URL('../../../clients/python/', import.meta.url));
const mostToldOf = 20_000;

/** Runs a command of the client's environment in its folder; on failure throws with the end of its output. */
export async function runClient(
  { commands, installed }: PythonClient,
  command: string,
  given: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const child = spawn(join(commands, command), given, {
    cwd: source,
    env: {
      PATH: process.env.PATH ?? '',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: installed,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`${command} ${given.join(' ')} ended with ${code}:\n${said.slice(-mostToldOf)}`);
  return said;
}
