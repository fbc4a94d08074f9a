import { expect, test } from 'vitest';
import { roleOf } from './what-they-do.ts';

test('an agent’s place comes from its own mode', () => {
  const duo = { roles: { lead_agent_id: 'ada', support_agent_id: 'bo' } };
  expect([roleOf('crosstalk', duo, 'ada'), roleOf('roast_banter', duo, 'bo')]).toEqual([
    { kind: 'lead' },
    { kind: 'support' },
  ]);
  expect(roleOf('debate', { sides: { pro: ['ada'], con: ['bo'] } }, 'bo')).toEqual({
    kind: 'side',
    name: 'con',
  });
  expect(roleOf('collab_roles', { roles: [{ role_id: 'editor', agent_id: 'ada' }] }, 'ada')).toEqual({
    kind: 'role',
    name: 'editor',
  });
  expect(roleOf('skit_chain', { cast: ['bo', 'ada'] }, 'ada')).toEqual({ kind: 'place', number: 2 });
  const slots = [{ slot_id: 'slot_0003', agent_id: 'ada', left: false }];
  expect(roleOf('limited_slots', { slots }, 'ada')).toEqual({ kind: 'slot', number: 3 });
  expect(roleOf('crosstalk', duo, 'cy')).toBeUndefined();
  expect(roleOf('freeform', {}, 'ada')).toBeUndefined();
  expect(roleOf('toString', {}, 'ada')).toBeUndefined();
  expect(roleOf('debate', undefined, 'ada')).toBeUndefined();
});
