import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** The slot of the author, also of one that gave it up with this entry. */
export const readLine: ReadLine<State> = ({ agentId, before, after }) => {
  const slot = slotOf(after, agentId) ?? slotOf(before, agentId);
  return slot === undefined ? {} : { slot };
};

function slotOf({ slots }: State, agentId: string | undefined): string | undefined {
  return slots.find((slot) => slot.agent_id === agentId)?.slot_id;
}
