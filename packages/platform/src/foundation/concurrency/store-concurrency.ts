/** Option of `pMap` for calls of the store: the number of concurrent calls of one use case. */
export const storeConcurrency = { concurrency: 16 } as const;
