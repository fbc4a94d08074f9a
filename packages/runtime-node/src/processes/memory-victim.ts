import { writeFileSync } from 'node:fs';

/** Adds half of the memory to the size by which the kernel chooses the process to end when memory runs out. */
const adjustment = '500';

/**
 * Makes a tool's process and all that it starts the first to end when memory runs out, so that the runtime, which records the call,
 * survives. Does nothing on systems other than Linux.
 */
export function endFirstWithoutMemory(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, adjustment);
  } catch {
    // The process has ended, or the system has no such file.
  }
}
