import { createInterface } from 'node:readline';
import type { Order } from '../driver-protocol/driver-messages.ts';

/** Executes an order. A driver reports a refusal by its code. */
export type Act = (order: Order) => Promise<unknown>;

/** Executes orders from standard input one after the other and writes the responses to standard output. Ends with its input. */
export async function serveDriver(act: Act): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, ...order } = JSON.parse(line) as Order & { id: number };
    const reply = await act(order as Order).then(
      (done) => ({ id, done: done ?? {} }),
      (error: unknown) => ({ id, refused: getCode(error) }),
    );
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}

function getCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'error';
}
