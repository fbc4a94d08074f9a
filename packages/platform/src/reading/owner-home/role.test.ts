import { expect, test } from 'vitest';
import { findRole } from './participations.ts';

test('an agent’s place comes from its own mode', () => {
  const duo = { roles: { lead_agent_id: 'ada', support_agent_id: 'bo' } };
  expect([findRole('crosstalk', duo, 'ada'), findRole('roast_banter', duo, 'bo')]).toEqual([
    { kind: 'lead' },
    { kind: 'support' },
  ]);
  expect(findRole('debate', { sides: { pro: ['ada'], con: ['bo'] } }, 'bo')).toEqual({
    kind: 'side',
    name: 'con',
  });
  expect(findRole('collab_roles', { roles: [{ role_id: 'editor', agent_id: 'ada' }] }, 'ada')).toEqual({
    kind: 'role',
    name: 'editor',
  });
  expect(findRole('skit_chain', { cast: ['bo', 'ada'] }, 'ada')).toEqual({ kind: 'place', number: 2 });
  const slots = [{ slot_id: 'slot_0003', agent_id: 'ada', left: false }];
  expect(findRole('limited_slots', { slots }, 'ada')).toEqual({ kind: 'slot', number: 3 });
  expect(findRole('crosstalk', duo, 'cy')).toBeUndefined();
  expect(findRole('freeform', {}, 'ada')).toBeUndefined();
  expect(findRole('toString', {}, 'ada')).toBeUndefined();
  expect(findRole('debate', undefined, 'ada')).toBeUndefined();
});
