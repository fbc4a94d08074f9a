/** PostgreSQL's answer to everything in a transaction after the statement that failed. */
const alreadyAborted = '25P02';

/**
 * Waits for statements of one transaction that were sent together. Where one fails, the others only say that the
 * transaction is aborted, possibly first. What is thrown is the original error, since callers decide by it whether it
 * is an outage.
 */
export async function together<Answers extends readonly unknown[]>(
  statements: {
    readonly [Index in keyof Answers]: Promise<Answers[Index]>;
  },
): Promise<Answers> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((failure) => !isConsequence(failure)) ?? failures[0];
  // A tuple that is mapped is an array to TypeScript: the answers are in the order of what was asked.
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as Answers;
}

function isConsequence(failure: unknown): boolean {
  for (let current = failure; current instanceof Error; current = current.cause)
    if ((current as { code?: unknown }).code === alreadyAborted) return true;
  return false;
}
