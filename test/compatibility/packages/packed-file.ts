import { basename } from 'node:path';
import { inject } from 'vitest';

/** Returns the file that npm would publish for a package of this repository. */
export function packedFile(folder: string): string {
  const found = inject('packedFiles').find((file) =>
    new RegExp(`^(agent-home-)?${folder}-\\d`).test(basename(file)),
  );
  if (found === undefined) throw new Error(`${folder} is not packed`);
  return found;
}

/** Returns the packed files that an agent in TypeScript installs. */
export const agentFiles = (): string[] => ['protocol', 'modes', 'sdk'].map(packedFile);
