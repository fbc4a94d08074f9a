import { relative, sep } from 'node:path';

/** True if the path is the folder or lies below it; both absolute. */
export function isWithin(folder: string, path: string): boolean {
  const within = relative(folder, path);
  return within !== '..' && !within.startsWith(`..${sep}`);
}
