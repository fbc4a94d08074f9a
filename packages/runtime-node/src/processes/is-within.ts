import { relative, sep } from 'node:path';

/** Returns true if the path is the folder or is below it; both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const within = relative(folder, path);
  return within !== '..' && !within.startsWith(`..${sep}`);
}
