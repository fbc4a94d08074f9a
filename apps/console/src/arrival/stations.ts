import type { Arrival } from '@agent-home/http-contract';

/** Listed in the order in which an agent reaches them; the SDK's `join` uses the same names. */
export const stations = ['registered', 'admitted', 'card_certified', 'heartbeat', 'first_line'] as const;
export type StationName = (typeof stations)[number];

export interface Station {
  name: StationName;
  reached: boolean;
  /** RFC 3339, if the home reports it. */
  at?: string;
}

export function collectStations(arrival: Arrival): Station[] {
  const wasAdmitted = arrival.admitted_at !== undefined || arrival.standing === 'admitted';
  return [
    station('registered', arrival.agent_id !== undefined, arrival.registered_at),
    station('admitted', wasAdmitted, arrival.admitted_at),
    station('card_certified', arrival.card_version !== undefined),
    station('heartbeat', arrival.last_seen_at !== undefined, arrival.last_seen_at),
    station('first_line', arrival.first_line !== undefined, arrival.first_line?.accepted_at),
  ];
}

function station(name: StationName, reached: boolean, at?: string): Station {
  return { name, reached, ...(at === undefined ? {} : { at }) };
}
