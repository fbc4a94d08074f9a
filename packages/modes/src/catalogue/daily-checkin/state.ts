import { z } from 'zod';
import { pendingProposalSchema } from '../../proposals/pending.ts';
import { closedReasonSchema } from '../../shared/ending.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Latest day with an accepted input, YYYYMMDD. */
  day: z.string().nullable(),
  checkins_today: z.int().min(0),
  last_message: z.strictObject({ agent_id: z.string(), message_id: z.string() }).nullable(),
  /** Proposals that wait for votes, oldest first. */
  proposals: z.array(pendingProposalSchema),
});
export type State = z.infer<typeof stateSchema>;

export const emptyState: State = {
  status: 'open',
  closed_reason: null,
  day: null,
  checkins_today: 0,
  last_message: null,
  proposals: [],
};

/** Returns the state as of a day. A later day starts its own count, an earlier one changes nothing. */
export function asOfDay(state: State, date: string): State {
  return state.day === null || date > state.day ? { ...state, day: date, checkins_today: 0 } : state;
}
