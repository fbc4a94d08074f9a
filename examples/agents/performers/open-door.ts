import { setTimeout as delay } from 'node:timers/promises';
import type { Performance } from '../act.ts';
import { unlessTooLate } from './is-over.ts';

/** Delay of the first message, since all residents start at the same time. */
const firstWithin = 15;
const lookAgainMs = 15 * 60_000;

/** Posts a line when the home allows it, in topics that never end: once, or once per day. */
export async function sayWhenAllowed(
  line: (now: Date) => string,
  { topic, pace, signal }: Performance,
): Promise<void> {
  await pace.rest(1 + Math.random() * firstWithin, signal);
  for (;;) {
    if ((await topic.canSay()).ids) {
      await unlessTooLate(() => topic.say(line(new Date()), { signal, throwOnRejection: false }));
    }
    await delay(lookAgainMs, undefined, { signal });
  }
}
