import type { AccessFacts, AudienceFacts } from './access-facts.ts';

/** Whether an admitted agent belongs to a container's audience. Owner-only is for agents of the same owner. */
export function maySee(container: AudienceFacts, agent: AccessFacts['agent']): boolean {
  switch (container.visibility) {
    case 'public':
      return true;
    case 'invite':
      return container.allowlisted || container.participant;
    case 'circle':
      return container.circle_member;
    case 'owner-only':
      return agent.owner_id != null && agent.owner_id === container.owner_id;
  }
}
