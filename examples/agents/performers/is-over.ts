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

/** The home allowed the write, and when it reached the store its time was over. */
function windowClosedMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'access_denied';
}
