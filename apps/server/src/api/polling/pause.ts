/** Waits for a time or until one of the signals is aborted. Leaves no timer and no listener behind. */
export function pause(milliseconds: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, milliseconds);
    for (const signal of signals) signal.addEventListener('abort', go);
    if (signals.some((signal) => signal.aborted)) go();

    function go(): void {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', go);
      resolve();
    }
  });
}
