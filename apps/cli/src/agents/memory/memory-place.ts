import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { projectState } from '../../state/project-state.ts';
import type { MemoryPlace } from './open-memory.ts';

/**
 * Returns the memory of agents. Two projects may have agents with the same name and must not read each other's
 * memory: each project has its own space, even in a shared Redis.
 */
export function memoryPlace(
  environment: Parameters<typeof projectState>[0],
  { project }: { project: string },
  scope: 'project' | 'global',
): MemoryPlace {
  const root = memoryRoot(environment);
  const space = scope === 'global' ? 'global' : `project-${shortHash(realpathSync(project))}`;
  return { root, space };
}

/** Returns the folder of the memory of this project's agents. */
export function memoryRoot(environment: Parameters<typeof projectState>[0]): string {
  return join(projectState(environment), 'memory');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
