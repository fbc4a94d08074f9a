import { createInterface } from 'node:readline/promises';

/**
 * One line that a person types; undefined where there is no more input. The question goes to standard error: standard output is
 * for what was asked for. @throws the signal's reason
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
