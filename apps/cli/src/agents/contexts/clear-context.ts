import { markCleared } from './cleared-mark.ts';
import type { Environment } from './contexts-folder.ts';
import { removeKept } from './keep-context.ts';

/**
 * Makes the agent's next run start a session and removes the stored context (S3-53). The logs of its runs are kept.
 * @param agent name of the agent
 * @returns true if a file was removed
 */
export function clearContext(environment: Environment, agent: string, time: Date): boolean {
  // Sets the mark first, so that a run that ends meanwhile does not store the context again.
  markCleared(environment, agent, time);
  return removeKept(environment, agent);
}
