import { join } from 'node:path';
import { isOwnFile, StateFolderError } from '../../state/index.ts';

/** Folder of a home that `up` started in the project, and its marker. */
const data = '.agent-home';
const marker = 'home.json';

/**
 * Returns the exceptions of the operator, and the data of a home of this installation. A home that was part of the project belongs
 * to its tree.
 */
export function leftOut(project: string, except: readonly string[]): string[] {
  return isOwnData(join(project, data, marker)) ? [data, ...except] : [...except];
}

function isOwnData(file: string): boolean {
  try {
    return isOwnFile(file);
  } catch (error) {
    if (error instanceof StateFolderError) return false;
    throw error;
  }
}
