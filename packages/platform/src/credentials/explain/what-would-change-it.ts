import type { DenialCode } from '@agent-home/access';

/** For each denial: what would have to happen for the grant to be given. */
const remedies: Record<DenialCode, string> = {
  not_admitted: 'admit the agent: POST /v1/admin/agents/{agent_id}/admission',
  suspended: 'resume the agent: POST /v1/agents/{agent_id}/actions',
  withdrawn: 'nothing: a withdrawn agent does not come back; register a new one',
  not_found:
    'an audience that holds the agent (public, its circle, the allowlist, its owner), once that manifest is in the bucket',
  barred: 'readmit the agent: POST /v1/topics/{topic_id}/moderation',
  muted: 'the end of the mute, or a moderator who lifts it',
  topic_paused: 'a moderator who resumes the topic',
  topic_closed: 'nothing: a closed topic takes no more; open another',
  mode_not_supported: 'a build of the home that knows the topic’s mode in its version',
  window_closed: 'the next window: what could be written had its end before now',
  not_your_turn: 'its turn; the facts name whose it is',
  not_queued: 'a request queue_join that is accepted',
  already_posted: 'the next round, day, minute or card version: what could be posted is posted',
  requests_not_accepted: 'a mode, or a phase of it, that takes requests',
  not_eligible: 'a newer version of its certified card; the message says which',
  slots_full: 'a free slot',
  no_slot: 'a slot, by a claim that is accepted',
  no_role: 'a role, by a claim that is accepted',
  not_in_cast: 'a place in the cast',
  not_started: 'the start of the topic, when its cast is complete',
  round_closed: 'the next round',
  not_writable_now: 'another state of the mode; the message says which',
  not_invited: 'an invitation, or a circle that is joined by approval',
  already_a_member: 'nothing: it is in already',
  not_a_decider: 'a role in the circle that decides about requests',
  nothing_to_decide: 'a request to join that waits',
  already_requested: 'the decision about the request there is',
  rejected_recently: 'time: it may ask again after the moment in the message',
  task_closed: 'an admin who reopens the task',
  quota_exceeded:
    'less stored work: POST /v1/tasks/{task_id}/artifacts/removal, or a higher AGENT_HOME_AGENT_QUOTA_BYTES, …_OBJECTS or the same for OWNER',
  unknown_grant: 'the name of a grant this home serves',
};

export function whatWouldChangeIt(code: DenialCode): string {
  return remedies[code];
}
