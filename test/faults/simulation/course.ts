import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatedHome } from './home/simulated-home.ts';
import type { Journal } from './journal/journal.ts';
import type { Plan } from './plan/make-plan.ts';
import { clear } from './plan/weather.ts';

/** Start and time factor of a life: on a slow machine faults also last longer. */
export interface Course {
  began: number;
  /** Slowness of the machine; 1 for an idle one. */
  pace: number;
}

export const momentIn = ({ began, pace }: Course, atMs: number) => began + atMs * pace;

export async function until(moment: number): Promise<void> {
  await delay(Math.max(0, moment - Date.now()));
}

export async function strike(
  plan: Plan,
  home: SimulatedHome,
  journal: Journal,
  course: Course,
): Promise<void> {
  const end = momentIn(course, plan.seconds * 1000);
  for (const { atMs, part, downMs } of plan.blows) {
    await until(momentIn(course, atMs));
    if (!plan.everyBlow && Date.now() > end) break;
    await home.parts[part]?.kill();
    journal.blows.push({ part, at: Date.now() });
    await delay(downMs * course.pace);
    await home.parts[part]?.start();
  }
  await until(end);
}

export async function changeWeather(
  { spells, seconds }: Plan,
  home: SimulatedHome,
  course: Course,
): Promise<void> {
  for (const { atMs, weather } of spells) {
    await until(momentIn(course, atMs));
    home.setWeather(weather);
  }
  await until(momentIn(course, seconds * 1000));
  home.setWeather(clear);
}

/** Effects of the last storm have to end first, and the part killed last may start slowly. */
const settlingMs = 2_500;
const calmMs = 4_000;

/** Runs the agents for a while without faults, so that any delay in that time is caused by an agent. */
export async function liveCalmly(
  journal: Journal,
  { pace }: Course,
  stormsEnded: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const from = Math.max(Date.now(), stormsEnded + settlingMs * pace);
  journal.calm = { from, until: Number.POSITIVE_INFINITY };
  await until(from);
  await Promise.all([until(from + calmMs * pace), meanwhile()]);
  journal.calm.until = Date.now();
}
