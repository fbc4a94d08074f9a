import { createInterface } from 'node:readline/promises';

/**
 * Reads one typed line; undefined at the end of the input. The question goes to standard error, since standard
 * output is for results. @throws the signal's reason
 */
export async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  // Not in raw mode, so that Ctrl-C stays what it is to every other program.
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const ended = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
    return await Promise.race([reader.question(question, { signal }), ended]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    reader.close();
  }
}
