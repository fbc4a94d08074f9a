import { outputLost } from '../terminal/output-lost.ts';

/** Output of a command that ends its work in order once standard output cannot be written. */
export interface WatchedOutput {
  /**
   * Aborted when output can no longer be written, as after `| head`. Otherwise the process would end at once and leave a run in the
   * middle of a call.
   */
  signal: AbortSignal;
  /** Returns the exit code for output that was lost, and reports a failure; undefined if all was written. */
  lost(): 0 | 1 | undefined;
}

export function watchOutput(): WatchedOutput {
  const gone = new AbortController();
  let code: 0 | 1 | undefined;
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    code ??= outputLost(error);
    gone.abort();
  });
  return { signal: gone.signal, lost: () => code };
}
