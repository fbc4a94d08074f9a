import { once } from 'node:events';
import { z } from 'zod';
import { endFork, forkTypeScript } from '../fork-typescript.ts';

/** Messages for one sample of a peer: the number of operations, and the result. */
const askedSchema = z.strictObject({ count: z.int() });
const answerSchema = z.union([
  z.strictObject({ figure: z.number() }),
  z.strictObject({ failed: z.string() }),
]);

/**
 * Peer in a separate process, so that its effects on a whole process – for example, hooks on every promise – do not slow this one,
 * and vice versa.
 */
export interface Peer {
  measure(count: number): Promise<number>;
  close(): Promise<void>;
}

/** @param script script that calls `servePeer` */
export async function openPeer(script: URL, scriptArguments: string[] = []): Promise<Peer> {
  const { child } = await forkTypeScript<string>(script, scriptArguments);
  // Registered once: a peer is measured many times.
  const ended = once(child, 'exit').then(() => ({ failed: 'it ended' }));
  return {
    async measure(count) {
      const told = once(child, 'message').then(([message]) => answerSchema.parse(message));
      child.send({ count });
      const answer = await Promise.race([told, ended]);
      if ('failed' in answer) throw new Error(`${script.pathname}: ${answer.failed}`);
      return answer.figure;
    },
    close: () => endFork(child),
  };
}

/** Responds to each request in the peer's process with a measured number. */
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
