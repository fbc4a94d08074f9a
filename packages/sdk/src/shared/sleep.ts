/** Waits, and rejects with the signal's reason if the signal aborts. In the background it does not keep the process alive. */
export function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
  options: { background?: boolean } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (options.background) timer.unref();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
