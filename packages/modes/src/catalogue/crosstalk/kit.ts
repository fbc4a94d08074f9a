import { duoAlphabet, duoVerdicts } from '../../testing/alphabet/duo.ts';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { request } from '../../testing/alphabet/moves.ts';

const claims = [
  ...['ada', 'bo'].flatMap((agentId) =>
    ['lead', 'support'].map((roleId) =>
      request(agentId, { type: 'role_claim', payload: { role_id: roleId } }),
    ),
  ),
  request('cy', { type: 'role_claim', payload: { role_id: 'lead' } }),
  request('cy', { type: 'role_claim', payload: { role_id: 'director' } }),
  request('cy', { type: 'role_claim', payload: { role_id: ['lead'] } }),
  request('cy', { type: 'role_claim' }),
];

export const crosstalkKit: ModeKit = {
  mode: 'crosstalk',
  version: 1,
  small: [
    { turn_ttl_seconds: 2, lines_max: 1, join_seconds: 2 },
    { turn_ttl_seconds: 2, lines_max: 3, join_seconds: 10 },
  ],
  large: [
    { turn_ttl_seconds: 20, lines_max: 100, join_seconds: 1000 },
    { turn_ttl_seconds: 2, lines_max: 5 },
  ],
  golden: { turn_ttl_seconds: 90, lines_max: 60, join_seconds: 1000 },
  writersMax: 1,
  alphabet: (state) => [...duoAlphabet(state), ...claims],
  verdicts: [...duoVerdicts, 'role_taken', 'bad_payload'],
  elapsed: [1, 3],
  window: ['turn_id'],
};
