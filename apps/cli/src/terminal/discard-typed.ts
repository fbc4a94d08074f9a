/** Milliseconds without a key after which nothing more was typed ahead. */
const quietMs = 25;
/** Limit for a key that is held down, or a program that types. */
const mostMs = 1_000;

/**
 * Discards text that was typed before a question, which would answer a question that the user has not seen. In raw mode the
 * terminal hands over incomplete lines as well.
 */
export async function discardTyped(stdin: NodeJS.ReadStream): Promise<void> {
  if (!stdin.isTTY) return;
  let isInterrupted = false;
  stdin.setRawMode(true);
  try {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(quiet);
        clearTimeout(limit);
        stdin.off('data', onData).pause();
        resolve();
      };
      const limit = setTimeout(end, mostMs);
      let quiet = setTimeout(end, quietMs);
      const onData = (chunk: Buffer | string) => {
        // Raw mode delivers Ctrl-C as a character.
        isInterrupted ||= chunk.toString().includes('\u0003');
        clearTimeout(quiet);
        quiet = setTimeout(end, quietMs);
      };
      stdin.on('data', onData).resume();
    });
  } finally {
    stdin.setRawMode(false);
  }
  if (isInterrupted) process.kill(process.pid, 'SIGINT');
}
