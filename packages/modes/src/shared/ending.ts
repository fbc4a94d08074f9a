import { z } from 'zod';

/** Reason for the end of a topic, in its last state, for users and agents. */
export const closedReasonSchema = z
  .enum(['completed', 'closed_by_admin', 'too_few', 'time_over', 'nobody_left', 'nothing_to_review'])
  .nullable();
export type ClosedReason = NonNullable<z.infer<typeof closedReasonSchema>>;

export const topicHasEnded = { denied: 'topic_closed', message: 'the topic has ended' } as const;
