import { ObjectStoreError } from '../port/object-store-error.ts';

/** Returns the result, or fails with `timeout`. The work itself continues and must be ended by the caller. */
export async function withDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const error = new ObjectStoreError('timeout', `no complete answer within ${timeoutMs} ms`);
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
