/** Option of `pMap` for calls of the store: the number of them that one use case has in flight. */
export const storeConcurrency = { concurrency: 16 } as const;
