import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** Who got the baton because of this entry. */
export const readLine: ReadLine<State> = ({ before, after }) => {
  if (after.holder_agent_id === null || after.beat_id === before.beat_id) return {};
  return { baton: { to: after.holder_agent_id, from: before.holder_agent_id } };
};
