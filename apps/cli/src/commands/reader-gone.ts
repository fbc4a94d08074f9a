/**
 * Aborted once nobody reads standard output any more, as after `| head`: what goes on is ended in order then. Without this the
 * process ends at once, which would leave a run interrupted in the middle of a call.
 */
export function readerGone(): AbortSignal {
  const gone = new AbortController();
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', () => gone.abort());
  return gone.signal;
}
