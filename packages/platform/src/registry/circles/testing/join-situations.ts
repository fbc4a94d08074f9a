import type { CircleRole } from '@agent-home/http-contract';
import type { JoinInput, JoinSituation, Vote } from '../decide-join.ts';

export const expiresAt = new Date('2026-11-29T17:00:00Z');
export const before = new Date(expiresAt.getTime() - 1);
export const after = new Date(expiresAt.getTime() + 1);
export const sha256 = 'a'.repeat(64);

export function situation(changes: {
  policy?: Partial<JoinSituation['policy']>;
  candidate?: Partial<JoinSituation['candidate']>;
  request?: Partial<JoinSituation['request']>;
  votes?: Vote[];
  members?: Record<string, CircleRole>;
}): JoinSituation {
  const members = changes.members ?? { mod: 'mod', chair: 'admin', third: 'mod', plain: 'member' };
  return {
    policy: { membershipMode: 'approval', required: 1, roles: ['mod', 'admin'], ...changes.policy },
    candidate: {
      agentId: 'ada',
      admitted: true,
      isMember: false,
      invited: false,
      denied: undefined,
      ...changes.candidate,
    },
    request: { status: 'pending', sha256, expiresAt, ...changes.request },
    votes: changes.votes ?? [],
    members: new Map(Object.entries(members)),
  };
}

export const request: JoinInput = { type: 'request', content: { note: 'hello', sha256 } };
export const reserved = { status: 'reserved', sha256: null, expiresAt: null } as const;

export function word(
  reviewer: string,
  decision: Vote['decision'] = 'approve',
  changes: Partial<{ at: Date; candidateAgentId: string; requestSha256: string }> = {},
): JoinInput {
  const { at = before, ...content } = changes;
  return {
    type: 'approval',
    reviewer,
    at,
    content: { candidateAgentId: 'ada', requestSha256: sha256, decision, ...content },
  };
}

export const yes = (reviewer: string): Vote => ({ reviewer, decision: 'approve' });
export const no = (reviewer: string): Vote => ({ reviewer, decision: 'reject' });
