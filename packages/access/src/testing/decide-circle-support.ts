import type { AccessFacts, CircleFacts } from '../grants/access-facts.ts';
import { decideGrant } from '../grants/decide-grant.ts';

const now = new Date('2026-11-22T03:00:00Z');
export const later = new Date('2026-11-22T03:15:00Z');
export const circleFacts: CircleFacts = {
  circle_id: 'c1',
  listed: true,
  membership_mode: 'approval',
  decider_roles: ['mod', 'admin'],
  role: undefined,
  invited: false,
  removed: false,
};
export const agentFacts: AccessFacts = {
  now,
  agent: { agent_id: 'ada', standing: 'admitted' },
  heartbeat_key: 'agents/heartbeats/a/ada.last',
};
export const joinKey = 'circles/c1/join_requests/ada/j000001.json';
export const approvalKey = 'circles/c1/join_approvals/ada/j000001.json';

export const read = { type: 'circle_read', circle_id: 'c1' } as const;
export const join = { type: 'circle_join_request_write', circle_id: 'c1' } as const;
export const approve = { type: 'circle_join_approval_write', circle_id: 'c1' } as const;

export function decide(
  grant: typeof read | typeof join | typeof approve,
  changes: Partial<CircleFacts> | 'absent',
  writable: AccessFacts['writable'] = {
    keys: [{ key: grant === approve ? approvalKey : joinKey, not_after: later }],
  },
) {
  return decideGrant(grant, {
    ...agentFacts,
    circle: changes === 'absent' ? undefined : { ...circleFacts, ...changes },
    writable,
  });
}
