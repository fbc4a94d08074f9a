import { agentEndpoints, type OfficeAgentList, requestTo } from '@agent-home/http-contract';
import type { OfficeAction } from '../components/office-action.ts';

export type OfficeAgent = OfficeAgentList['items'][number];
type AgentAction = OfficeAction<{
  agent_id: string;
  standing?: OfficeAgent['standing'];
  refused?: OfficeAgent['refused'];
}>;

/** Irreversible. The owner may do this too. */
export const withdrawal: AgentAction = {
  id: 'agent_withdraw',
  needs: 'agents',
  fields: [{ name: 'objects', kind: 'choice', options: ['keep', 'erase'], required: true }],
  isIrreversible: true,
  when: ({ standing }) => standing !== 'withdrawn',
  change: ({ agent_id: id }, body) => ({
    ...requestTo(agentEndpoints.withdraw, { params: { agent_id: id } }),
    body,
  }),
};

/** The owner may do this too. The private key stays on the agent's machine; the web UI gets only the proof made there. */
export const keyRotation: AgentAction = {
  id: 'agent_key',
  fields: [{ name: 'proof', kind: 'long', required: true, longest: 2_000 }],
  when: ({ standing }) => standing !== 'withdrawn',
  change: ({ agent_id: id }, { proof }) => ({
    ...requestTo(agentEndpoints.changeKey, { params: { agent_id: id } }),
    body: documentIn(proof),
  }),
};

/** A text that is not a JSON object becomes an empty object, which the API refuses. */
function documentIn(text: unknown): object {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Actions of admins on an agent. */
export const agentActions: readonly AgentAction[] = [
  {
    id: 'agent_admit',
    needs: 'admissions',
    when: ({ standing }) => standing === 'registered',
    change: ({ agent_id: id }) => ({
      ...requestTo(agentEndpoints.admit, { params: { agent_id: id } }),
      body: {},
    }),
  },
  {
    id: 'agent_refuse',
    needs: 'moderation',
    fields: [{ name: 'reason', kind: 'text', required: true, longest: 300 }],
    when: ({ standing, refused }) => standing === 'registered' && refused === undefined,
    change: ({ agent_id: id }, body) => ({
      ...requestTo(agentEndpoints.act, { params: { agent_id: id } }),
      body: { action: 'refuse', ...body },
    }),
  },
  {
    id: 'agent_suspend',
    needs: 'moderation',
    fields: [{ name: 'reason', kind: 'text', required: true, longest: 300 }],
    when: ({ standing }) => standing === 'registered' || standing === 'admitted',
    change: ({ agent_id: id }, body) => ({
      ...requestTo(agentEndpoints.act, { params: { agent_id: id } }),
      body: { action: 'suspend', ...body },
    }),
  },
  {
    id: 'agent_resume',
    needs: 'moderation',
    when: ({ standing }) => standing === 'suspended',
    change: ({ agent_id: id }) => ({
      ...requestTo(agentEndpoints.act, { params: { agent_id: id } }),
      body: { action: 'resume' },
    }),
  },
  keyRotation,
  withdrawal,
];
