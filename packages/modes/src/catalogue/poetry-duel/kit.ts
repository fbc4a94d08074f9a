import type { JsonObject } from '@agent-home/protocol';
import { topicId } from '../../testing/alphabet/inputs.ts';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { message, request } from '../../testing/alphabet/moves.ts';

export const poetryDuelKit: ModeKit = {
  mode: 'poetry_duel',
  version: 1,
  small: [
    {
      rounds_max: 2,
      submission_deadline_seconds: 3,
      voting_seconds: 2,
      max_participants: 2,
      themes: ['秋'],
    },
    { rounds_max: 1, submission_deadline_seconds: 2, max_submissions_per_round: 2, judge_mode: ['platform'] },
  ],
  large: [
    { rounds_max: 10, submission_deadline_seconds: 9, voting_seconds: 9 },
    { rounds_max: 10, submission_deadline_seconds: 5, max_submissions_per_round: 3, judge_mode: ['vote'] },
  ],
  golden: {
    rounds_max: 10,
    submission_deadline_seconds: 150,
    voting_seconds: 100,
    max_submissions_per_round: 2,
  },
  writersMax: 3,
  alphabet(state: JsonObject) {
    const round = String(state.round_id);
    const poem = (agentId: string, text: string) => message(agentId, round, { content: { text } });
    const vote = (agentId: string, payload: JsonObject) => request(agentId, { type: 'vote', payload });
    const getKey = (agentId: string) => `topics/${topicId}/messages/${agentId}/${round}.json`;
    return [
      poem('ada', '秋月照水'),
      poem('bo', 'a moon\nin the river'),
      message('cy', round, { meta: { round_id: 'round_000009' } }),
      message('ada', `${round}_02`),
      message('bo', '000001'),
      message('cy', 'round_000009'),
      vote('ada', { target_object_key: getKey('bo'), score: 7 }),
      vote('bo', { target_object_key: getKey('bo') }),
      vote('cy', { target_object_key: getKey('ada') }),
      request('cy', { type: 'leave' }),
      request('cy', { type: 'custom', payload: { round_id: null } }),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'topic_closed',
    'too_late',
    'round_closed',
    'round_full',
    'already_posted',
    'wrong_message_id',
    'wrong_round',
    'removed',
    'not_in_cast',
    'voting_closed',
    'already_voted',
    'bad_vote',
    'not_due',
  ],
  elapsed: [1, 4],
  window: ['round_id', 'phase'],
};
