import { acts } from '../../../../examples/agents/acts.ts';
import { Pace } from '../../../../examples/agents/pace.ts';
import { nextShow, restAfterShow } from '../../../../examples/agents/plan.ts';

export interface Opened {
  kind: string;
  title: string;
  number: number;
  at: number;
}

export const pace = new Pace();
export const dayMs = 86_400_000;
export const neverEnding = ['intros', 'check-in'];
const showMs = pace.millisecondsOf(restAfterShow + 5);

/**
 * Returns the topics that a home opens in the given number of days, planned from the newest topic of each kind alone, as after a
 * restart.
 */
export function simulate(days: number, already: Readonly<Record<string, number>> = {}): Opened[] {
  const opened: Opened[] = [];
  for (const name of new Set(acts.map(({ stage }) => stage))) {
    const stage = acts.filter((act) => act.stage === name);
    if (neverEnding.includes(name)) continue;
    const start = 1_000 * dayMs;
    const newest = new Map(
      Object.entries(already).map(([kind, number]) => [kind, { number, createdAt: start }]),
    );
    for (let at = start; ; at += showMs) {
      const next = nextShow(stage, (kind) => newest.get(kind), pace.millisecondsOf);
      if (!next) throw new Error(`stage ${name} has no act`);
      at = Math.max(at, next.startsAt);
      if (at > start + days * dayMs) break;
      const { act, number } = next;
      newest.set(act.kind, { number, createdAt: at });
      opened.push({ kind: act.kind, number, title: act.topic(number, pace).title, at });
    }
  }
  return opened;
}
