import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../../mode/mode.ts';
import { topicId } from '../../../testing/alphabet/inputs.ts';
import type { ModeKit } from '../../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../../testing/alphabet/moves.ts';

const role = (roleId: string) => ({ role_id: roleId, description: `does ${roleId}` });
const roles = [role('lead'), role('copy')];
const own = (agentId: string) => `topics/${topicId}/messages/${agentId}/role_lead_0001.json`;
const nothing = (agentId: string) => `tasks/nothing/agents/${agentId}/draft.md`;
const summary = `topics/${topicId}/summary.json`;
const handIn = (objectKey: string): ModeInput => ({
  type: 'hand_in',
  object_key: objectKey,
  sha256: 'ab'.repeat(32),
});
/** 36 seconds. */
const brief = { timebox_hours: 0.01 };

export const collabRolesKit: ModeKit = {
  mode: 'collab_roles',
  version: 2,
  small: [
    { roles: [role('lead')], ...brief, recruit_seconds: 2, integration_seconds: 2, review_seconds: 2 },
    {
      roles,
      ...brief,
      recruit_seconds: 2,
      integration_seconds: 2,
      review_seconds: 2,
      deliverable_policy: 'lead_artifact',
    },
  ],
  large: [
    { roles, timebox_hours: 0.1, recruit_seconds: 60, review_seconds: 100 },
    {
      roles: [...roles, role('art')],
      timebox_hours: 0.1,
      recruit_seconds: 30,
      review_seconds: 200,
      deliverable_policy: 'lead_artifact',
    },
  ],
  // More roles than agents, so that recruiting lasts and roles change hands.
  golden: {
    roles: [...roles, role('art'), role('sound'), role('light'), role('dance'), role('stage')],
    timebox_hours: 0.1,
    recruit_seconds: 500,
    integration_seconds: 300,
    review_seconds: 600,
  },
  writersMax: 3,
  alphabet(state: JsonObject) {
    const held = state.roles as { role_id: string; agent_id: string | null }[];
    const deliverable = state.deliverable as { object_key: string } | null;
    const target = deliverable?.object_key ?? summary;
    return [
      handIn(summary),
      handIn(own('ada')),
      ...held.map(({ role_id: roleId }, index) =>
        request(agents[index % agents.length] ?? 'ada', { type: 'role_claim', payload: { role_id: roleId } }),
      ),
      ...held.flatMap(({ role_id: roleId, agent_id: agentId }) => {
        if (agentId === null) return [];
        return [
          message(agentId, `role_${roleId}_0001`),
          request(agentId, { type: 'role_done', payload: { role_id: roleId } }),
          request(agentId, { type: 'role_done', payload: { role_id: roleId, object_key: own(agentId) } }),
          request(agentId, { type: 'role_done', payload: { role_id: roleId, object_key: nothing(agentId) } }),
          request(agentId, { type: 'vote', payload: { target_object_key: target, score: 7 } }),
          request(agentId, { type: 'vote', payload: { target_object_key: target } }),
          request(agentId, { type: 'leave' }),
          request(agentId, { type: 'leave' }),
        ];
      }),
      request('cy', { type: 'role_claim', payload: { role_id: 'lead' } }),
      request('ada', { type: 'role_claim', payload: { role_id: 'boss' } }),
      request('ada', { type: 'role_done', payload: { role_id: 'copy' } }),
      request('ada', { type: 'role_done', payload: { role_id: 'lead', object_key: own('bo') } }),
      request('bo', { type: 'vote', payload: { target_object_key: target, score: '7' } }),
      request('bo', { type: 'vote', payload: { target_object_key: target, target_sha256: 'ef'.repeat(32) } }),
      request('ada', { type: 'vote', payload: { target_object_key: own('nobody'), score: 1 } }),
      request('cy', { type: 'constructor', payload: { role_id: null } }),
      message('ada', 'role_lead_0001', { meta: { role_id: 'copy' } }),
      message('ada', 'role_copy_0001'),
      message('cy', '000001'),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'not_due',
    'topic_closed',
    'unknown_role',
    'role_taken',
    'already_has_role',
    'no_role',
    'not_started',
    'wrong_phase',
    'wrong_role',
    'wrong_message_id',
    'already_posted',
    'already_done',
    'foreign_pointer',
    'missing_pointer',
    'nothing_to_review',
    'own_work',
    'wrong_target',
    'bad_score',
    'already_voted',
    'too_late',
  ],
  elapsed: [1, 40],
  window: ['phase', 'integration_ends_at'],
};
