import { createInterface } from 'node:readline/promises';

/**
 * Reads one typed line; undefined at the end of input. The prompt is written to standard error, because standard output is for
 * results.
 * @throws the signal's reason
 */
export async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  // Raw mode is off, so that Ctrl-C interrupts the program as usual.
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
