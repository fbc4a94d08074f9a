import { expect } from 'vitest';

/** Polls until the expectation holds, with a timeout that suffices on a busy machine. */
export function until<Value>(look: () => Value) {
  return expect.poll(look, { timeout: 10_000, interval: 10 });
}
