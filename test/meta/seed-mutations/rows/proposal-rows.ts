import { replace } from '../../source-mutations/changes.ts';
import { inModes, inSdk, mutation, type SeedMutations } from '../seed-mutation.ts';

/** Proposals and the rules of modes. */
export const proposalRows: SeedMutations = {
  '4.1': mutation(
    'An accepted proposal has another reason code.',
    inModes('decidedAccepted', replace("reason_code: 'accepted'", "reason_code: 'needs_votes'")),
  ),
  '4.2': mutation(
    'A rejected proposal hides its reason.',
    inModes(
      'decidedRejected',
      replace('reason_code: reason', "reason_code: reason === 'accepted' ? reason : 'rejected'"),
    ),
  ),
  '4.3': mutation(
    'The decision of a proposal does not count its votes.',
    inModes('decidedNeedsVotes', replace('proposal.votes', 'Math.min(proposal.votes, 0)')),
  ),
  '4.4': mutation(
    'An agent reads every decision as an acceptance.',
    inSdk('readDecision', replace('object.outcome', "'accepted'")),
  ),
  '14.1': mutation(
    'An agent may check in any number of times a day.',
    inModes(
      'writableCheckIn',
      replace('day.today.checkins >= rules.max_per_day', 'day.today.checkins > rules.max_per_day + 1_000'),
    ),
  ),
  '14.2': mutation(
    'Every agent may write in a turn queue.',
    inModes(
      'turnQueue.writableMessages',
      replace('state.speaker_agent_id !== author.agent_id', "author.agent_id === ''"),
    ),
  ),
  '14.3': mutation(
    'A topic always has one more slot.',
    inModes('claim', replace('number <= state.slots_max', 'number <= state.slots_max + 1')),
  ),
};
