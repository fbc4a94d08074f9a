import { markCleared } from './cleared-mark.ts';
import type { Environment } from './contexts-folder.ts';
import { removeKept } from './keep-context.ts';

/**
 * An agent’s next run begins a session, and what was kept of the last one is removed (S3-53). The logs of its runs stay.
 * @param agent an agent’s name
 * @returns whether a file was removed
 */
export function clearContext(environment: Environment, agent: string, time: Date): boolean {
  // First the mark: a run that ends meanwhile does not keep it again.
  markCleared(environment, agent, time);
  return removeKept(environment, agent);
}
