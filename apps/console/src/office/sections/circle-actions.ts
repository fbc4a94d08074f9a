import type { OfficeAction } from '../parts/action-form.tsx';
import type { Field } from '../parts/field.ts';

const circle: Field = { name: 'circle_id', kind: 'text', required: true };
const agent: Field = { name: 'agent_id', kind: 'text', required: true };
const role: Field = { name: 'role', kind: 'choice', options: ['member', 'mod', 'admin'], required: true };
const policy: readonly Field[] = [
  { name: 'name', kind: 'text' },
  { name: 'description', kind: 'long' },
  { name: 'membership_mode', kind: 'choice', options: ['open', 'invite', 'approval'] },
];

function administration(action: string, fields: readonly Field[], irreversible = false): OfficeAction {
  return {
    id: `circle_${action}`,
    fields: [circle, ...fields],
    irreversible,
    change: ({ circle_id: circleId, ...body }) => ({
      method: 'POST',
      path: `/v1/admin/circles/${String(circleId)}/actions`,
      body: { action, ...body },
    }),
  };
}

export const newCircle: OfficeAction = {
  id: 'new_circle',
  fields: [
    { name: 'circle_id', kind: 'text' },
    ...policy.map((field) => ({ ...field, required: field.name !== 'description' })),
    { name: 'listed', kind: 'flag', initial: true },
    { name: 'owner_id', kind: 'text' },
  ],
  change: (body) => ({ method: 'POST', path: '/v1/admin/circles', body }),
};

export const circleActions: readonly OfficeAction[] = [
  administration('update_policy', [...policy, { name: 'listed', kind: 'yes-no' }]),
  administration('add_member', [agent, role]),
  administration('set_role', [agent, role]),
  administration('invite', [agent]),
  administration('withdraw_invitation', [agent]),
  administration('remove_member', [agent], true),
];
