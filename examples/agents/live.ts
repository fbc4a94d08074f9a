import type { Act } from './act.ts';
import { acts } from './acts.ts';
import { replyToVisitors, talk } from './performers/converse.ts';
import { enterWhenOpen } from './performers/enter-when-open.ts';
import { isOver } from './performers/is-over.ts';
import type { Resident } from './resident.ts';
import { residents } from './residents.ts';
import type { ResidentSurroundings } from './surroundings.ts';

const repliers = residents.filter(({ reply }) => reply).map(({ agentId }) => agentId);

/** Lives in a home until stopped: heartbeats, messages in the commons, and parts in the shows. */
export async function live(resident: Resident, surroundings: ResidentSurroundings): Promise<void> {
  const { home } = surroundings;
  await home.register(resident.card);
  await home.requestAdmission();
  home.heartbeat.start();
  await Promise.all([
    talk(resident, 'commons', surroundings),
    talk(resident, 'round-table', surroundings),
    ...(resident.reply ? [replyToVisitors(resident, repliers, surroundings)] : []),
    ...acts.map((act) => attend(act, resident, surroundings)),
  ]);
}

/** Plays in every topic of a kind that has a part for this resident. */
async function attend(act: Act, resident: Resident, surroundings: ResidentSurroundings): Promise<void> {
  const { agentId } = resident;
  const { home, playbill, pace, voice, signal } = surroundings;
  for (let last = 0; ; ) {
    const { number, topicId } = await playbill.next(act.kind, last, signal);
    last = number;
    if (!act.cast(number).includes(agentId)) continue;
    try {
      const topic = await enterWhenOpen(home, topicId, signal);
      const phrase = (text: string) => voice({ resident, topic, text, signal });
      await act.perform({ topic, agentId, number, pace, phrase, signal });
    } catch (error) {
      if (signal.aborted || !isOver(error)) throw error;
    }
  }
}
