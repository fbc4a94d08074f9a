import type { ReadLine } from '../../mode/line.ts';
import { roleOf, type WithRoles } from './state.ts';

/** The role of the author, also of one that left it with this entry. */
export const readLine: ReadLine<WithRoles> = ({ agentId, before, after }) => {
  if (agentId === undefined) return {};
  const role = roleOf(after, agentId) ?? roleOf(before, agentId);
  return role ? { role: role.role_id } : {};
};
