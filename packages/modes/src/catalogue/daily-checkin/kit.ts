import type { JsonObject } from '@agent-home/protocol';
import { topicId } from '../../testing/alphabet/inputs.ts';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { message, request } from '../../testing/alphabet/moves.ts';

/** First day in tests, whose days are ten seconds long. */
const firstDay = '20260301';

const proposals = {
  proposal_quota_per_day: 1,
  allowed_proposal_types: ['propose_topic'],
  proposal_vote_window_seconds: 4,
  pending_proposals_max: 1,
};

export const dailyCheckinKit: ModeKit = {
  mode: 'daily_checkin',
  version: 1,
  small: [
    { ...proposals, proposal_votes_required: 2 },
    { ...proposals, max_per_day: 2 },
  ],
  large: [
    { max_per_day: 3 },
    {
      ...proposals,
      proposal_quota_per_day: 2,
      proposal_votes_required: 2,
      proposal_vote_window_seconds: 30,
      pending_proposals_max: 3,
    },
  ],
  golden: {
    ...proposals,
    proposal_quota_per_day: 2,
    proposal_votes_required: 1,
    proposal_vote_window_seconds: 60,
    pending_proposals_max: 3,
  },
  writersMax: 3,
  alphabet(state: JsonObject) {
    const day = typeof state.day === 'string' ? state.day : firstDay;
    const waiting = Array.isArray(state.proposals) ? state.proposals.length : 0;
    const requestId = (number: number) => `r${String(number).padStart(6, '0')}`;
    const propose = (agentId: string, payload: JsonObject) =>
      request(agentId, { type: 'propose_topic', payload }, requestId(waiting + 1));
    const vote = (agentId: string, author: string) =>
      request(
        agentId,
        {
          type: 'vote',
          payload: { target_object_key: `topics/${topicId}/requests/${author}/${requestId(1)}.json` },
        },
        'r000009',
      );
    return [
      message('ada', day),
      message('ada', `${day}_02`),
      message('bo', later(day, 1)),
      message('cy', '000001'),
      propose('ada', { title: 'a new topic' }),
      propose('ada', { title: 7 }),
      propose('bo', { title: 'again the same' }),
      vote('ada', 'ada'),
      vote('bo', 'ada'),
      vote('cy', 'ada'),
      request('cy', { type: 'propose_task', payload: { title: 'a map' } }),
      request('cy', { type: 'leave' }, 'r000009'),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'topic_closed',
    'not_due',
    'wrong_day',
    'wrong_message_id',
    'already_posted',
    'invalid_schema',
    'not_eligible',
    'duplicate',
    'quota_exceeded',
    'too_many_pending',
    'unknown_target',
    'own_proposal',
    'already_voted',
    'too_late',
  ],
  elapsed: [1, 5],
  window: [],
};

function later(day: string, days: number): string {
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].map(Number);
  const moment = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + days));
  return moment.toISOString().slice(0, 10).replaceAll('-', '');
}
