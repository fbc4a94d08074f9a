import type { Performance } from '../act.ts';
import { unlessTooLate } from './is-over.ts';

/** Claims one of a few slots and speaks if it got one. A resident that is too late only listens. */
export async function takeSlot(
  script: string,
  { topic, agentId, pace, phrase, signal }: Performance,
): Promise<void> {
  await pace.rest(0.5 + Math.random() * 2, signal);
  const { state } = await topic.state();
  const slots = state.slots as { agent_id: string }[];
  if (!slots.some((slot) => slot.agent_id === agentId)) {
    if (slots.length >= Number(state.slots_max)) return;
    const claimed = await topic.request('slot_claim', undefined, { signal, throwOnRejection: false });
    if (claimed.outcome !== 'accepted') return;
  }
  const text = await phrase(script);
  await pace.compose(text, signal);
  await unlessTooLate(() => topic.say(text, { signal, throwOnRejection: false }));
}
