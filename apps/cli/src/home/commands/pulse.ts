import { writeFile } from 'node:fs/promises';

const intervalMs = 5_000;

/**
 * Rewrites the file at once and then every five seconds while this process works. A monitor reads the file's age if the process has
 * no port: an old file means that the process hangs or has lost its database.
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
    // Runs one check at a time, because a hanging check must not pile up.
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
