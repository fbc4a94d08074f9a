import { markCleared } from './cleared-mark.ts';
import type { Environment } from './contexts-folder.ts';
import { removeKept } from './keep-context.ts';

/**
 * Makes the agent's next run start a session and removes the stored context (S3-53). The logs of its runs are kept.
 * @param agent name of the agent
 * @returns true if a file was removed
 */
export function clearContext(environment: Environment, agent: string, time: Date): boolean {
  // First the mark: a run that ends meanwhile does not keep it again.
  markCleared(environment, agent, time);
  return removeKept(environment, agent);
}
