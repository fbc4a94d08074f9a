import type { JsonObject } from '@agent-home/protocol';
import type { FactRequest } from '../../mode/facts.ts';
import type { ModeContext } from '../../mode/mode.ts';
import { getField } from '../../shared/fields.ts';
import type { Rules } from './rules.ts';

/** Actions of one agent on one day. */
interface AgentDay {
  date: string;
  checkins: number;
  proposals: number;
}

/** Day of an input, with its author's activity on it. */
export interface KnownDay {
  today: AgentDay;
  ends_at: string;
  /** Returns the records to store after a change of `today`. */
  remember(changed: AgentDay): Record<string, JsonObject>;
}

/** Two days, since a message written before midnight may be judged after it. */
const daysKept = 2;

const recordKey = (agentId: string) => `checkin/${agentId}`;

export function factsOfDay(agentId: string, at: string, rules: Rules): FactRequest[] {
  return [
    { fact: 'local_day', time_zone: rules.day_boundary_timezone, at },
    { fact: 'records', keys: [recordKey(agentId)] },
  ];
}

/**
 * Returns the day of an input. `unknown`: the facts are missing. `forgotten`: the day is too old for its record to be kept, and
 * counts as used up.
 */
export function getDay(agentId: string, { facts, records }: ModeContext): KnownDay | 'unknown' | 'forgotten' {
  const day = facts?.local_day;
  const record = records?.[recordKey(agentId)];
  if (!day || record === undefined) return 'unknown';
  const days = daysIn(record);
  const [oldest] = days;
  const isForgotten = days.length === daysKept && oldest !== undefined && day.date < oldest.date;
  if (isForgotten) return 'forgotten';
  const others = days.filter(({ date }) => date !== day.date);
  return {
    today: days.find(({ date }) => date === day.date) ?? { date: day.date, checkins: 0, proposals: 0 },
    ends_at: day.ends_at,
    remember: (changed) => ({ [recordKey(agentId)]: { days: latest([...others, changed]) } }),
  };
}

function latest(days: AgentDay[]): JsonObject[] {
  return days
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(-daysKept)
    .map((day) => ({ ...day }));
}

function daysIn(record: JsonObject | null): AgentDay[] {
  const days = getField(record, 'days');
  return Array.isArray(days) ? days.filter(isAgentDay) : [];
}

function isAgentDay(value: unknown): value is AgentDay {
  return (
    typeof getField(value, 'date') === 'string' &&
    typeof getField(value, 'checkins') === 'number' &&
    typeof getField(value, 'proposals') === 'number'
  );
}
