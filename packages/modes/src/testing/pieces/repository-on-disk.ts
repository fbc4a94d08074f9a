import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Repository } from './missing-pieces.ts';

export const repositoryRoot = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Repository that contains this file. */
export const repositoryOnDisk: Repository = {
  read: (path) => orNothing(() => readFileSync(`${repositoryRoot}${path}`, 'utf8')),
  list: (folder) => orNothing(() => readdirSync(`${repositoryRoot}${folder}`)) ?? [],
};

function orNothing<Found>(look: () => Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
