import type { IssuedCredential } from '../../../support/raw-agent.ts';
import type { Action, Cell } from '../dimensions.ts';
import { fillIn, listedPrefix } from '../fill-in.ts';
import { objectClass } from '../object-classes.ts';
import type { LivePower } from './live-situation.ts';

/** Cell with its agent and the agent's credentials. */
export interface ArmedCell {
  cell: Cell;
  power: LivePower;
}

/** Action on the store with one credential, by the vendor's own client. */
export interface LiveAttempt {
  action: Action;
  key: string;
  prefix: string;
  /** Target key of a copy. */
  copyTo: string;
}

/** Returns true if the store allowed the action; throws on any response that is neither a success nor a refusal. */
export type TryAt = (credential: IssuedCredential, attempt: LiveAttempt) => Promise<boolean>;

export function getTarget({ cell, power }: ArmedCell): { key: string; prefix: string } {
  const found = objectClass(cell.situation.container, cell.object);
  const names = { ...power.names, join: getJoinId(power) };
  return { key: fillIn(found.key, names), prefix: fillIn(listedPrefix(found), names) };
}

/** Returns the platform's id for the join request of this agent, or one that was never issued. */
function getJoinId({ credentials, names }: LivePower): string {
  const folder = `circles/${names.circle}/join_requests/${names.me}/`;
  const own = credentials.flatMap(({ keys }) => keys).find(({ key }) => key.startsWith(folder));
  return own ? own.key.slice(folder.length, -'.json'.length) : 'j000888';
}
