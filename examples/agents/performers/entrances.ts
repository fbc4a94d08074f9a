import type { JsonObject } from '@agent-home/sdk';
import type { Entrance } from './speak-lines.ts';

const collectValues = (value: unknown): unknown[] => Object.values((value ?? {}) as object);

/** Agents join a side of a debate by name; the first to join starts. */
export const sideEntrance: Entrance = {
  joined: (state: JsonObject) => collectValues(state.sides).flat().length,
  request: (place) => ({ type: 'queue_join', payload: { side: place === 0 ? 'pro' : 'con' } }),
};

/** The two parts of a crosstalk: lead (逗哏) and support (捧哏). */
export const roleEntrance: Entrance = {
  joined: (state) => collectValues(state.roles).filter((agentId) => agentId !== null).length,
  request: (place) => ({ type: 'role_claim', payload: { role_id: place === 0 ? 'lead' : 'support' } }),
};

export const duoEntrance: Entrance = { joined: roleEntrance.joined };

export const castEntrance: Entrance = { joined: (state) => collectValues(state.cast).length };

export const memberEntrance: Entrance = { joined: (state) => collectValues(state.members).length };
