import type { OfficeAction } from '../parts/action-form.tsx';
import type { Field } from '../parts/field.ts';

const agent: Field = { name: 'agent_id', kind: 'text', required: true };

/** What only admins may do with an agent. */
export const agentAdminActions: readonly OfficeAction[] = [
  {
    id: 'agent_suspend',
    fields: [agent, { name: 'reason', kind: 'text', required: true }],
    change: ({ agent_id: id, ...body }) => ({
      method: 'POST',
      path: `/v1/admin/agents/${String(id)}/actions`,
      body: { action: 'suspend', ...body },
    }),
  },
  {
    id: 'agent_resume',
    fields: [agent],
    change: ({ agent_id: id }) => ({
      method: 'POST',
      path: `/v1/admin/agents/${String(id)}/actions`,
      body: { action: 'resume' },
    }),
  },
];

/** For its owner too: there is no way back. */
export const withdrawal: OfficeAction = {
  id: 'agent_withdraw',
  fields: [agent, { name: 'objects', kind: 'choice', options: ['keep', 'erase'], required: true }],
  irreversible: true,
  change: ({ agent_id: id, ...body }) => ({
    method: 'POST',
    path: `/v1/agents/${String(id)}/withdrawal`,
    body,
  }),
};
