import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { observedEnvironment } from '../../../support/run-logs/observed-environment.ts';
import type { House, Posted } from './open-house.ts';

const replySchema = z.object({
  id: z.number(),
  posted: z.object({ runId: z.string(), answer: z.string() }).optional(),
  error: z.string().optional(),
});

/**
 * Opens a house in another process.
 * @param setup file with its settings
 */
export function startHouse(program: string, setup: string): House {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify({ setup })], {
    env: { ...process.env, ...observedEnvironment() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, { resolve: (posted: Posted) => void; reject: (error: Error) => void }>();
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      for (const { reject } of waiting.values()) reject(new Error('the process ended'));
      resolve();
    }),
  );
  if (!child.stdout || !child.stdin) throw new Error('the process has no streams');
  const { stdin } = child;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, posted, error } = replySchema.parse(JSON.parse(line));
    const answer = waiting.get(id);
    waiting.delete(id);
    if (posted) answer?.resolve(posted);
    else answer?.reject(new Error(error));
  });
  let asked = 0;
  return {
    post: (seat, text) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject });
        stdin.write(`${JSON.stringify({ id, seat, text })}\n`);
      }),
    async close() {
      stdin.end();
      await ended;
    },
  };
}
