import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { shownText } from '@agent-home/protocol';
import { BatchError } from '../../errors/command-errors.ts';

/**
 * Reads an input, a file or standard input (`-`), until `stop` is aborted.
 * @throws BatchError `input_unreadable`, also during reading
 */
export function openInput(input: string, stop: AbortSignal): AsyncIterable<Uint8Array> {
  if (input === '-') return untilStopped(() => process.stdin, stop, 'standard input');
  const found = statSync(input, { throwIfNoEntry: false });
  if (!found)
    throw new BatchError('input_unreadable', `the file ${shownText(input)} does not exist: check --input`);
  if (found.isDirectory())
    throw new BatchError(
      'input_unreadable',
      `${shownText(input)} is a folder: pass a file with one prompt per line`,
    );
  try {
    accessSync(input, constants.R_OK);
  } catch (error) {
    throw unreadable(input, error);
  }
  return untilStopped(() => createReadStream(input), stop, input);
}

async function* untilStopped(
  open: () => Readable,
  stop: AbortSignal,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* addAbortSignal(stop, open()) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!stop.aborted) throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): BatchError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new BatchError('input_unreadable', `${shownText(name)} cannot be read: ${code}`, { cause: error });
}
