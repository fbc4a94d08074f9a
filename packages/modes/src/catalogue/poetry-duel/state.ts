import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';

/** Maximum votes in a round, because they are opened one by one when the voting ends. */
export const votesMax = 200;

const submissionSchema = z.strictObject({
  agent_id: z.string(),
  message_id: z.string(),
  /** True if the author left or was removed before the poem was shown. */
  withdrawn: z.boolean(),
  /** Null until it is shown. */
  valid: z.boolean().nullable(),
  /** Score of the platform, 0 to 10. Null if it does not judge. */
  score: z.number().min(0).max(10).nullable(),
  /** Sum of the scores of the votes opened so far. */
  votes: z.int().min(0),
});
export type Submission = z.infer<typeof submissionSchema>;

const resultSchema = z.strictObject({
  round_id: z.string(),
  theme: z.string(),
  outcome: z.enum(['won', 'shared', 'no_contest', 'no_votes']),
  winners: z.array(z.string()),
  tally: z.array(
    z.strictObject({
      agent_id: z.string(),
      votes: z.int().min(0),
      score: z.number().min(0).max(10).nullable(),
    }),
  ),
});
export type RoundResult = z.infer<typeof resultSchema>;

/** Before the poems are shown, no field may depend on their content, because agents read the state while they still write. */
export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** `closed` while poems are shown one by one; `judging` during voting and while votes are opened. */
  phase: z.enum(['open', 'closed', 'judging', 'done']),
  round_no: z.int().min(1),
  round_id: z.string(),
  theme: z.string(),
  submission_deadline_at: z.string(),
  submissions_count: z.int().min(0),
  submissions: z.array(submissionSchema),
  /** Null unless voting is open. */
  voting_ends_at: z.string().nullable(),
  votes: z
    .array(z.strictObject({ agent_id: z.string(), request_id: z.string(), withdrawn: z.boolean() }))
    .max(votesMax),
  votes_opened: z.int().min(0),
  results: z.array(resultSchema),
  standings: z.array(z.strictObject({ agent_id: z.string(), wins: z.int().min(1) })),
});
export type State = z.infer<typeof stateSchema>;
