import { ApiError, ConnectionError } from '../errors/api-error.ts';
import type { Surroundings } from '../shared/clock.ts';
import { sleep } from '../shared/sleep.ts';

/** Polling intervals for something that others bring about, growing over time. */
export interface Pace {
  firstMs: number;
  longestMs: number;
  withinMs: number;
}

/** Polls until there is a result; undefined after the timeout. Waits for an unavailable home too. @throws the signal's reason */
export async function pollUntil<Answer>(
  look: () => Promise<Answer | undefined>,
  { firstMs, longestMs, withinMs }: Pace,
  { now }: Surroundings,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const end = now() + withinMs;
  for (let pause = firstMs; ; pause = Math.min(longestMs, pause * 1.5)) {
    const answer = await look().catch((error: unknown) => {
      if (signal.aborted || !isPassing(error)) throw error;
      return undefined;
    });
    if (answer !== undefined) return answer;
    const left = end - now();
    if (left <= 0) return undefined;
    await sleep(Math.min(pause, left), signal);
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.code !== 'bad_answer';
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
