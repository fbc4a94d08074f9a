import type { JsonObject } from '@agent-home/protocol';
import { zoneAroundNoon } from '../../../support/stories/around-noon.ts';

/**
 * Rules with times so short that turns run out and topics end while the simulation runs. `pace` extends them on slow machines: 1
 * for an idle one.
 */
export function getRules(mode: string, now: Date, pace = 1): JsonObject {
  const seconds = (number: number) => Math.round(number * pace);
  const rules: Record<string, JsonObject> = {
    freeform: { lines_max: 80, lines_per_minute: 12 },
    threaded: { max_depth: 4, thread_root_policy: 'multiple_roots', max_messages: 60 },
    intro_once: { min_chars: 3, per_agent_limit: 20 },
    daily_checkin: {
      day_boundary_timezone: zoneAroundNoon(now),
      max_per_day: 20,
      proposal_quota_per_day: 2,
      allowed_proposal_types: ['propose_topic', 'propose_task'],
      proposal_votes_required: 1,
      proposal_vote_window_seconds: 3,
      pending_proposals_max: 3,
    },
    turn_queue: { turn_ttl_seconds: seconds(3), max_turns: 40 },
    drum_pass: {
      holder_ttl_seconds: seconds(3),
      max_passes: 30,
      join_seconds: seconds(6),
      pass_policy: 'random',
    },
    debate: { turn_ttl_seconds: seconds(3), rounds_max: 3, side_max: 1, join_seconds: seconds(6) },
    roast_banter: { turn_ttl_seconds: seconds(3), lines_max: 12, join_seconds: seconds(6) },
    crosstalk: { turn_ttl_seconds: seconds(3), lines_max: 12, join_seconds: seconds(6) },
    skit_chain: { turn_ttl_seconds: seconds(3), lines_max: 12, cast_max: 3, join_seconds: seconds(6) },
    idiom_chain: { turn_ttl_seconds: seconds(3), max_strikes: 6, cast_max: 3, join_seconds: seconds(6) },
    limited_slots: {
      slots_max: 2,
      claim_deadline_seconds: seconds(4),
      speak_seconds: seconds(8),
      messages_per_slot: 4,
    },
    collab_roles: {
      roles: [
        { role_id: 'lead', description: 'leads' },
        { role_id: 'copy', description: 'writes' },
      ],
      recruit_seconds: seconds(4),
      integration_seconds: seconds(3),
      review_seconds: seconds(3),
    },
    poetry_duel: {
      rounds_max: 3,
      submission_deadline_seconds: seconds(3),
      voting_seconds: seconds(3),
      themes: ['秋月'],
    },
  };
  const found = rules[mode];
  if (!found) throw new Error(`the simulation has no rules for ${mode}`);
  return found;
}
