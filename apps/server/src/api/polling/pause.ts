/** Waits so long, or until one of the signals is aborted; leaves no timer and no listener. */
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
