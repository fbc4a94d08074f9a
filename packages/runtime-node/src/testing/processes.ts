import { existsSync, readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';

/** Waits until a process has ended. A zombie of another parent counts as ended. */
export async function hasEnded(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000, interval: 20 });
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync('/proc/self/stat')) return true;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the child of a process whose command line contains a word; Linux only. */
export function getChild(parent: number, word: string): number {
  const found = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word));
  return Number(found);
}
