import { readFileSync } from 'node:fs';

/**
 * Returns the processor time of this thread in milliseconds. The other threads of a process do not hold the
 * event loop: V8 marks a large heap in parallel, and its size depends on the other tests in this process. Linux
 * counts by thread; elsewhere, and if the kernel does not report it, the time of the whole process is used.
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
