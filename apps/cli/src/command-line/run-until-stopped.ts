/** Resolves at Ctrl-C or SIGTERM. Call it before starting any process, so that none is left running. */
export function whenStopped(): Promise<void> {
  return new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

/** Waits for Ctrl-C or SIGTERM, then closes in order; a second signal ends at once. */
export async function runUntilStopped(close: () => Promise<void>, stopped = whenStopped()): Promise<void> {
  await stopped;
  const impatient = () => process.exit(130);
  process.once('SIGINT', impatient);
  process.once('SIGTERM', impatient);
  await close();
}
