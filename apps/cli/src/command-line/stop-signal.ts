/** Aborts at the first Ctrl-C or SIGTERM for a graceful end; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    const impatient = () => process.exit(130);
    process.once('SIGINT', impatient);
    process.once('SIGTERM', impatient);
  };
  let isStopped = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      if (isStopped) return;
      isStopped = true;
      stop();
    });
  return stopping.signal;
}
