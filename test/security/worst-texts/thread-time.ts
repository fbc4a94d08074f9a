import { readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time of this thread. A process has others that work meanwhile: V8 marks a large heap beside it, and a
 * heap is as large as what other tests left in this process; none of them holds the event loop. Linux counts by thread; elsewhere,
 * and where the kernel does not tell, all of the process has to do.
 */
export function threadTime(): number {
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    const counted = Number(nanoseconds);
    if (counted > 0) return counted / 1e6;
  } catch {
    // Another system than Linux.
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
