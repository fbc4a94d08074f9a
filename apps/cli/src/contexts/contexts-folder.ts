import { join } from 'node:path';
import { specNameSchema } from '@agent-home/definition';
import { placesFrom } from '../local/local-places.ts';

export type Environment = Parameters<typeof placesFrom>[0];

/** Where contexts are kept, beside the runs of this machine or project (S3-130). */
export function contextsFolder(environment: Environment): string {
  return join(placesFrom(environment).dataDirectory, 'contexts');
}

/** Whether a name is one that an agent may have: nothing else becomes part of a path. */
export function isAgentName(name: string): boolean {
  return specNameSchema.safeParse(name).success;
}
