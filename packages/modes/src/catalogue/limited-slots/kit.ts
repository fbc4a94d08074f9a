import type { JsonObject } from '@agent-home/protocol';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';

export const limitedSlotsKit: ModeKit = {
  mode: 'limited_slots',
  version: 1,
  small: [
    { slots_max: 1, claim_deadline_seconds: 2, speak_seconds: 2, messages_per_slot: 1 },
    { slots_max: 2, claim_deadline_seconds: 4, speak_seconds: 3, messages_per_slot: 2 },
  ],
  large: [
    { claim_deadline_seconds: 60, speak_seconds: 2000, messages_per_slot: 99 },
    { slots_max: 2, claim_deadline_seconds: 20, speak_seconds: 40, messages_per_slot: 3 },
  ],
  golden: { slots_max: 2, claim_deadline_seconds: 300, speak_seconds: 3600, messages_per_slot: 99 },
  writersMax: 3,
  alphabet(state: JsonObject) {
    const slots = state.slots as JsonObject[];
    const next = slots.map(({ agent_id: agentId, slot_id: slotId, posted }) => {
      const number = Number(posted) + 1;
      const id = number === 1 ? String(slotId) : `${slotId}_${String(number).padStart(2, '0')}`;
      return message(String(agentId), id);
    });
    return [
      ...agents.flatMap((agentId) => [
        request(agentId, { type: 'slot_claim' }),
        message(agentId, 'slot_0001'),
      ]),
      // Weighted, so that long sequences contain many messages before every agent has left.
      ...next,
      ...next,
      ...next,
      request('bo', { type: 'leave' }),
      request('cy', { type: 'leave' }),
      message('bo', 'slot_0002'),
      message('bo', 'slot_0002_02'),
      message('ada', 'slot_0001_03'),
      message('cy', '000001'),
      request('ada', { type: 'slot_claim', payload: { slot_id: 'slot_0002', note: null } }),
      request('cy', { type: 'queue_join', payload: { note: [] } }),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'not_due',
    'topic_closed',
    'already_has_slot',
    'slots_full',
    'claims_closed',
    'no_slot',
    'already_posted',
    'wrong_message_id',
    'too_late',
  ],
  elapsed: [1, 3],
  window: ['claims_open'],
};
