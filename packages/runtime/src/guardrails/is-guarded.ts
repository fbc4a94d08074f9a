import type { RunStarted } from '@agent-home/run-log';

/** Whether somebody has to judge what the agent says before anybody sees it. */
export function isGuarded({ guardrails = [] }: Pick<RunStarted, 'guardrails'>): boolean {
  return guardrails.length > 0;
}
