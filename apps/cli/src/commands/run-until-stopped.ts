/** Waits for Ctrl-C or SIGTERM, then closes in order; a second signal ends at once. */
export async function runUntilStopped(close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  const impatient = () => process.exit(130);
  process.once('SIGINT', impatient);
  process.once('SIGTERM', impatient);
  await close();
}
