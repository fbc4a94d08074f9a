import { writeFile } from 'node:fs/promises';

const intervalMs = 5_000;

/**
 * Writes the file anew, at once and every five seconds, as long as this process gets on with its work. For whoever
 * watches a process that listens nowhere: an old file means that it hangs or has lost what it stands on.
 */
export async function startPulse(
  file: string,
  isWell: () => Promise<boolean>,
): Promise<{ stop(): Promise<void> }> {
  let running: Promise<void> | undefined;
  const beat = async () => {
    if (await isWell()) await writeFile(file, `${new Date().toISOString()}\n`);
  };
  await beat();
  const timer = setInterval(() => {
    // One at a time: a check that hangs must not pile up.
    running ??= beat()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
