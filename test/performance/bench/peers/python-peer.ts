import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Peer } from './peer-process.ts';

const lineSchema = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ figure: z.number() }),
  z.strictObject({ failed: z.string() }),
]);

/**
 * Opens a peer in Python, which responds to each line with a number of operations by a line with a measured number.
 *
 * @param script script that prints `{"ready": true}` once it has started
 */
export async function openPythonPeer(python: string, script: URL, scriptArguments: string[]): Promise<Peer> {
  const child = spawn(python, [fileURLToPath(script), ...scriptArguments], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  // A failed start ends the lines too.
  ended.catch(() => undefined);
  // A peer that ended does not read; its missing line is the error.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${script.pathname}: it ended`);
    const line = lineSchema.parse(JSON.parse(value));
    if ('failed' in line) throw new Error(`${script.pathname}: ${line.failed}`);
    return line;
  };
  await readLine();
  return {
    async measure(count) {
      child.stdin.write(`${JSON.stringify({ count })}\n`);
      const line = await readLine();
      if (!('figure' in line)) throw new Error(`${script.pathname}: it returned no figure`);
      return line.figure;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
