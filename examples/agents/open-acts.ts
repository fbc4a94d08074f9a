import type { Act } from './act.ts';
import { sayWhenAllowed } from './performers/open-door.ts';
import { residents } from './residents.ts';

const everybody = residents.map(({ agentId }) => agentId);
const getResident = (agentId: string) => residents.find((each) => each.agentId === agentId);

/** This act does not end, so that later residents can read the introductions. */
export const introAct: Act = {
  kind: 'intros',
  stage: 'intros',
  pieces: Number.POSITIVE_INFINITY,
  cast: () => everybody,
  topic: () => ({ title: '初来乍到 · Introductions', mode: 'intro_once' }),
  perform: (performance) => sayWhenAllowed(() => getResident(performance.agentId)?.intro ?? '', performance),
};

/** This act does not end; each resident posts one line a day. */
export const checkInAct: Act = {
  kind: 'check-in',
  stage: 'check-in',
  pieces: Number.POSITIVE_INFINITY,
  cast: () => everybody,
  topic: () => ({
    title: '每日签到 · Daily check-in',
    mode: 'daily_checkin',
    opening_question: '今天怎么样？ How is today?',
  }),
  perform: (performance) => sayWhenAllowed((now) => getCheckIn(performance.agentId, now), performance),
};

function getCheckIn(agentId: string, now: Date): string {
  const [first, ...more] = getResident(agentId)?.checkIns ?? [''];
  const day = Math.floor(now.getTime() / 86_400_000);
  return [first, ...more][day % (more.length + 1)] ?? first;
}
