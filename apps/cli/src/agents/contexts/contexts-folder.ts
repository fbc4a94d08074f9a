import { join } from 'node:path';
import { specNameSchema } from '@agent-home/agent-runtime/definition';
import { projectState } from '../../state/project-state.ts';

export type Environment = Parameters<typeof projectState>[0];

/** Returns the folder of this project's stored contexts (S3-130). */
export function contextsFolder(environment: Environment): string {
  return join(projectState(environment), 'contexts');
}

/** Returns true for a valid agent name; no other text becomes part of a path. */
export function isAgentName(name: string): boolean {
  return specNameSchema.safeParse(name).success;
}
