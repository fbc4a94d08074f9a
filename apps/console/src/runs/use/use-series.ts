import type { RunUse, UsedDay } from '@agent-home/http-contract';

export const useMeasures = ['cost', 'tokens'] as const;
export type UseMeasure = (typeof useMeasures)[number];

/** Most agents with a colour of their own; the others share one. */
export const mostSeries = 6;

/** Amounts of one agent, or of all others, by day. */
export interface UseSeries {
  /** Absent for the sum of the others. */
  agentId?: string;
  values: readonly number[];
  total: number;
}

export interface UseChart {
  /** UTC days, oldest first, with those without amounts. */
  days: readonly string[];
  /** Agents with amounts, the largest first; the sum of others last. */
  series: readonly UseSeries[];
}

/** Arranges amounts for the chart and its table, which have the same content. */
export function toChart(use: RunUse, measure: UseMeasure): UseChart {
  const days = daysBetween(use.from, use.until);
  const values = (used: readonly UsedDay[]) => {
    const byDay = new Map(used.map((one) => [one.day, amountOf(one, measure)]));
    return days.map((day) => byDay.get(day) ?? 0);
  };
  const agents = use.agents
    .map(({ agent_id: agentId, days: used }): UseSeries => toSeries(values(used), agentId))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total);
  const beyond = use.others === undefined ? [] : [toSeries(values(use.others.days))];
  const rest = [...agents.slice(mostSeries), ...beyond];
  const others = toSeries(days.map((_, day) => sum(rest.map((one) => one.values[day] ?? 0))));
  return { days, series: [...agents.slice(0, mostSeries), ...(others.total > 0 ? [others] : [])] };
}

function toSeries(values: readonly number[], agentId?: string): UseSeries {
  return { values, total: sum(values), ...(agentId === undefined ? {} : { agentId }) };
}

function amountOf(used: UsedDay, measure: UseMeasure): number {
  return measure === 'cost' ? used.cost : used.input_tokens + used.output_tokens;
}

function daysBetween(from: string, until: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function sum(values: readonly number[]): number {
  return values.reduce((whole, value) => whole + value, 0);
}
