import { join } from 'node:path';
import { type MemoryPlace, memorySpace } from '@agent-home/runtime-node';
import { projectState } from '../../state/project-state.ts';

/** Returns the memory of a project's agents, or of the agents that the user has in every project. */
export function memoryPlace(
  environment: Parameters<typeof projectState>[0],
  { project }: { project: string },
  scope: 'project' | 'global',
): MemoryPlace {
  const root = memoryRoot(environment);
  return { root, space: memorySpace(project, scope) };
}

/** Returns the folder of the memory of this project's agents. */
export function memoryRoot(environment: Parameters<typeof projectState>[0]): string {
  return join(projectState(environment), 'memory');
}
