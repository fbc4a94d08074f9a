import { type CircleItem, circleEndpoints, requestTo } from '@agent-home/http-contract';
import type { Field } from '../components/field.ts';
import type { OfficeAction } from '../components/office-action.ts';

const agent: Field = { name: 'agent_id', kind: 'agent', required: true };
const role: Field = { name: 'role', kind: 'choice', options: ['member', 'mod', 'admin'], required: true };

export const circlePolicy: readonly Field[] = [
  { name: 'name', kind: 'text', longest: 120 },
  { name: 'description', kind: 'long', longest: 4_000 },
  { name: 'membership_mode', kind: 'choice', options: ['open', 'invite', 'approval'] },
];

function administration(
  action: string,
  fields: readonly Field[],
  isIrreversible = false,
): OfficeAction<CircleItem> {
  return {
    id: `circle_${action}`,
    fields,
    isIrreversible,
    change: ({ circle_id: id }, body) => ({
      ...requestTo(circleEndpoints.act, { params: { circle_id: id } }),
      body: { action, ...body },
    }),
  };
}

export const circleActions: readonly OfficeAction<CircleItem>[] = [
  administration('update_policy', [...circlePolicy, { name: 'listed', kind: 'yes-no' }]),
  administration('add_member', [agent, role]),
  administration('set_role', [agent, role]),
  administration('invite', [agent]),
  administration('withdraw_invitation', [agent]),
  administration('remove_member', [agent], true),
];
