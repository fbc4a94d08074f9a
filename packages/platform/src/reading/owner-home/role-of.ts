import type { AgentRole } from '@agent-home/http-contract';
import type { ModeName, ModeTypes } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';

type Readers = {
  [Name in ModeName]?: (state: ModeTypes[Name]['state'], agentId: string) => AgentRole | undefined;
};

const numbered = (kind: 'place' | 'slot', index: number): AgentRole | undefined =>
  index < 0 ? undefined : { kind, number: index + 1 };

const duo = ({ roles }: ModeTypes['crosstalk']['state'], agentId: string): AgentRole | undefined => {
  if (roles.lead_agent_id === agentId) return { kind: 'lead' };
  return roles.support_agent_id === agentId ? { kind: 'support' } : undefined;
};

/** Of the modes that give places to whoever takes part. */
const readers: Readers = {
  crosstalk: duo,
  roast_banter: duo,
  debate: ({ sides }, agentId) => {
    const side = Object.keys(sides).find((name) => sides[name]?.includes(agentId));
    return side === undefined ? undefined : { kind: 'side', name: side };
  },
  collab_roles: ({ roles }, agentId) => {
    const role = roles.find(({ agent_id: id }) => id === agentId);
    return role && { kind: 'role', name: role.role_id };
  },
  skit_chain: ({ cast }, agentId) => numbered('place', cast.indexOf(agentId)),
  limited_slots: ({ slots }, agentId) => {
    const slot = slots.find(({ agent_id: id, left }) => id === agentId && !left);
    return slot && { kind: 'slot', number: Number(slot.slot_id.replace(/\D/g, '')) };
  },
};

/** The place of an agent by a state of the home's own, where the mode's schemas have checked it. */
export function roleOf(mode: string, state: JsonObject | undefined, agentId: string): AgentRole | undefined {
  if (state === undefined || !Object.hasOwn(readers, mode)) return undefined;
  const read = readers[mode as ModeName] as
    | ((state: JsonObject, agentId: string) => AgentRole | undefined)
    | undefined;
  return read?.(state, agentId);
}
