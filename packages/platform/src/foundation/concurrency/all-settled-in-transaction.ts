/** PostgreSQL's code for every statement of a transaction after the one that failed. */
const alreadyAborted = '25P02';

/**
 * Waits for all statements of one transaction that were sent together. If one fails, the others only report that the transaction is
 * aborted, possibly first. Throws the original error, because callers use it to detect an outage; `Promise.all` would throw the
 * first.
 */
export async function allSettledInTransaction<Answers extends readonly unknown[]>(
  statements: {
    readonly [Index in keyof Answers]: Promise<Answers[Index]>;
  },
): Promise<Answers> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((failure) => !isConsequence(failure)) ?? failures[0];
  // TypeScript types a mapped tuple as an array; the results are in the order of the statements.
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as Answers;
}

function isConsequence(failure: unknown): boolean {
  for (let current = failure; current instanceof Error; current = current.cause)
    if ((current as { code?: unknown }).code === alreadyAborted) return true;
  return false;
}
