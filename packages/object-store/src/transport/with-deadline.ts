import { ObjectStoreError } from '../port/object-store-error.ts';

/** The result, or `timeout` when it takes longer. The work itself goes on: whoever does it must end it. */
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
