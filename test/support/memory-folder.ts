import { existsSync, statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
const leastBytes = 2 * 2 ** 30;

/** Folder for files that no test reads after a crash: in memory where that has room, as containers often have 64 MB. */
export const memoryFolder = hasRoom() ? inMemory : '/var/tmp';

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= leastBytes;
}
