import { AccessDeniedError, TopicError } from '@agent-home/sdk';

/** Returns true if the topic has ended, or another agent has the seat. */
export function isOver(error: unknown): boolean {
  if (error instanceof AccessDeniedError) return error.code === 'topic_closed';
  return error instanceof TopicError && error.code === 'not_joined';
}

/** Runs an attempt and ignores the error if it is too late. */
export async function unlessTooLate(attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof AccessDeniedError || windowClosedMeanwhile(error))) throw error;
  }
}

/** True if the home allowed the write, but its time was over when it reached the store. */
function windowClosedMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'access_denied';
}
