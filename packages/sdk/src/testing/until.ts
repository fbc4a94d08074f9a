import { expect } from 'vitest';

/** Looks again until what is expected holds, with a bound that a busy machine can keep. */
export function until<Value>(look: () => Value) {
  return expect.poll(look, { timeout: 10_000, interval: 10 });
}
