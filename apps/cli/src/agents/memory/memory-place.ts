import { join } from 'node:path';
import { sha256HexOfText } from '@agent-home/protocol';
import { type MemoryPlace, memorySpace } from '@agent-home/runtime-node';
import { projectState } from '../../state/project-state.ts';

/** Returns the memory of a project's agents, of the agents that the user has in every project, or of those of a home. */
export function memoryPlace(
  environment: Parameters<typeof projectState>[0],
  { project }: { project: string },
  scope: 'project' | 'global',
  home?: string,
): MemoryPlace {
  const root = memoryRoot(environment);
  // Agents of a home and of files may have one name, and must not read each other's memory.
  if (home !== undefined) return { root, space: `home-${sha256HexOfText(home).slice(0, 32)}` };
  return { root, space: memorySpace(project, scope) };
}

/** Returns the folder of the memory of this project's agents. */
export function memoryRoot(environment: Parameters<typeof projectState>[0]): string {
  return join(projectState(environment), 'memory');
}
