import { once } from 'node:events';
import { z } from 'zod';
import { endFork, forkTypeScript } from '../fork-typescript.ts';

/** A sample of a peer: how many of what it does, and what came of it. */
const askedSchema = z.strictObject({ count: z.int() });
const answerSchema = z.union([
  z.strictObject({ figure: z.number() }),
  z.strictObject({ failed: z.string() }),
]);

/**
 * A peer in a process of its own: what it does to a whole process – hooks on every promise, for one – is not charged to us, nor ours
 * to it.
 */
export interface Peer {
  measure(count: number): Promise<number>;
  close(): Promise<void>;
}

/** @param script one that calls `servePeer` */
export async function openPeer(script: URL): Promise<Peer> {
  const { child } = await forkTypeScript<string>(script, []);
  return {
    async measure(count) {
      const ended = once(child, 'exit').then(() => ({ failed: 'it ended' }));
      const told = once(child, 'message').then(([message]) => answerSchema.parse(message));
      child.send({ count });
      const answer = await Promise.race([told, ended]);
      if ('failed' in answer) throw new Error(`${script.pathname}: ${answer.failed}`);
      return answer.figure;
    },
    close: () => endFork(child),
  };
}

/** In the peer's process: answers each question with a figure. */
export function servePeer(measure: (count: number) => Promise<number>): void {
  process.on('message', (message) => {
    const { count } = askedSchema.parse(message);
    measure(count).then(
      (figure) => process.send?.({ figure }),
      (error: unknown) => process.send?.({ failed: error instanceof Error ? error.message : 'unknown' }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.('ready');
}
