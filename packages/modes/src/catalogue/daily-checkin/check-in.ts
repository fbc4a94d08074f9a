import type { AuthorFacts, ModeContext, ModeInput, Transition, Writable } from '../../mode/mode.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { idInSeries, isAmongFirst } from '../../shared/key-series.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { getDay } from './agent-days.ts';
import type { Rules } from './rules.ts';
import { asOfDay, type State } from './state.ts';

const dayId = /^(\d{8})(?:_\d\d)?$/;

export function writableCheckIn(
  state: State,
  author: AuthorFacts,
  rules: Rules,
  context: ModeContext,
): Writable {
  if (state.status === 'closed') return topicHasEnded;
  const day = getDay(author.agent_id, context);
  if (day === 'unknown') return { denied: 'not_started', message: 'the day is not known; ask again' };
  if (day === 'forgotten' || day.today.checkins >= rules.max_per_day)
    return { denied: 'already_posted', message: 'you have checked in for today; come back tomorrow' };
  const id = idInSeries(day.today.date, day.today.checkins + 1);
  return { ids: [{ id, not_after: day.ends_at }] };
}

/** Counts a check-in for the day on which it was written, even if it is judged after midnight. */
export function checkIn(
  state: State,
  { agent_id: agentId, message_id: id }: Extract<ModeInput, { type: 'message' }>,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const day = getDay(agentId, context);
  if (day === 'unknown') return reject(state, 'fact_missing');
  if (day === 'forgotten') return reject(state, 'wrong_day', 'that day is too long ago');
  const { today } = day;
  const namedDate = dayId.exec(id)?.[1];
  if (namedDate === undefined) return reject(state, 'wrong_message_id', 'write at the key that was granted');
  if (namedDate !== today.date) return reject(state, 'wrong_day', `it was written on ${today.date}`);
  if (today.checkins >= rules.max_per_day || isAmongFirst(id, today.date, today.checkins))
    return reject(state, 'already_posted');
  if (id !== idInSeries(today.date, today.checkins + 1))
    return reject(state, 'wrong_message_id', 'write at the key that was granted');
  const now = asOfDay(state, today.date);
  const isLatestDay = now.day === today.date;
  const counted: State = {
    ...now,
    checkins_today: now.checkins_today + (isLatestDay ? 1 : 0),
    last_message: { agent_id: agentId, message_id: id },
  };
  return { ...accept(counted), records: day.remember({ ...today, checkins: today.checkins + 1 }) };
}
