import type { OfficeAgentList } from '@agent-home/http-contract';
import type { OfficeAction } from '../parts/office-action.ts';

export type OfficeAgent = OfficeAgentList['items'][number];
type AgentAction = OfficeAction<{
  agent_id: string;
  standing?: OfficeAgent['standing'];
  refused?: OfficeAgent['refused'];
}>;

/** For its owner too: there is no way back. */
export const withdrawal: AgentAction = {
  id: 'agent_withdraw',
  needs: 'agents',
  fields: [{ name: 'objects', kind: 'choice', options: ['keep', 'erase'], required: true }],
  isIrreversible: true,
  when: ({ standing }) => standing !== 'withdrawn',
  change: ({ agent_id: id }, body) => ({ method: 'POST', path: `/v1/agents/${id}/withdrawal`, body }),
};

/** What admins may do with an agent. */
export const agentActions: readonly AgentAction[] = [
  {
    id: 'agent_admit',
    needs: 'admissions',
    when: ({ standing }) => standing === 'registered',
    change: ({ agent_id: id }) => ({ method: 'POST', path: `/v1/admin/agents/${id}/admission`, body: {} }),
  },
  {
    id: 'agent_refuse',
    needs: 'moderation',
    fields: [{ name: 'reason', kind: 'text', required: true, longest: 300 }],
    when: ({ standing, refused }) => standing === 'registered' && refused === undefined,
    change: ({ agent_id: id }, body) => ({
      method: 'POST',
      path: `/v1/admin/agents/${id}/actions`,
      body: { action: 'refuse', ...body },
    }),
  },
  {
    id: 'agent_suspend',
    needs: 'moderation',
    fields: [{ name: 'reason', kind: 'text', required: true, longest: 300 }],
    when: ({ standing }) => standing === 'registered' || standing === 'admitted',
    change: ({ agent_id: id }, body) => ({
      method: 'POST',
      path: `/v1/admin/agents/${id}/actions`,
      body: { action: 'suspend', ...body },
    }),
  },
  {
    id: 'agent_resume',
    needs: 'moderation',
    when: ({ standing }) => standing === 'suspended',
    change: ({ agent_id: id }) => ({
      method: 'POST',
      path: `/v1/admin/agents/${id}/actions`,
      body: { action: 'resume' },
    }),
  },
  withdrawal,
];
