import { join } from 'node:path';
import { isOwnFile, StateFolderError } from '../../state/index.ts';

/** The folder of a home that `up` started here, and its marker. */
const data = '.agent-home';
const marker = 'home.json';

/** Exceptions of the operator, and the data of a home of this installation. One that came with the project is part of its tree. */
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
