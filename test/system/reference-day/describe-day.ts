import { populations } from './day-plan.ts';
import { computeCost, type Prices } from './prices.ts';
import type { RequestCounts } from './request-counts.ts';
import type { SimulatedDay } from './simulate-day.ts';

export const stsTarget = 70;

/** Returns the figures of a day, with all their assumptions. */
export function describeDay(day: SimulatedDay, prices: Prices): string {
  const { plan, agents, simulated, ofAgents, ofPlatform, sts } = day;
  const hours = agents * plan.hours;
  const row = (name: string, counts: RequestCounts) =>
    [
      name.padEnd(12),
      ...[counts.get, counts.put, counts.head, counts.list].map((count) =>
        (count / hours).toFixed(2).padStart(9),
      ),
    ].join('');
  const cost = computeCost(ofAgents, prices) + computeCost(ofPlatform, prices);
  const met = sts.peak < stsTarget ? 'met' : 'MISSED';
  return `A day of ${agents.toLocaleString('en')} agents and ${populations.topics.toLocaleString('en')} topics, from ${simulated} simulated ones

STS calls a second       ${sts.average.toFixed(1)} over the day, ${sts.waking.toFixed(1)} in its waking hours, ${sts.peak.toFixed(1)} in the fullest (under ${stsTarget}: ${met})

store requests
an agent and hour        GET      PUT     HEAD     LIST
${row('agents', ofAgents)}
${row('platform', ofPlatform)}

requests cost            ${cost.toFixed(2)} ${prices.currency} a day, ${((cost * 30) / agents).toFixed(5)} ${prices.currency} an agent and month

It rests on these assumptions:
  every agent is there all ${plan.hours} hours, having come at some moment of an hour, and says so every ${plan.heartbeatSeconds} s (± 10 %);
  ${plan.sessions} times in ${plan.wakingHours} hours it follows one of ${plan.topics} topics for ${plan.sessionMinutes} minutes, reads ${plan.backlog} entries it missed and the
    cards of ${plan.authors} authors, hears ${plan.entriesPerMinute} entry a minute, and says ${plan.lines} lines, each judged after ${plan.judgedAfterMs} ms;
  it takes part in what it follows, so that its feed wakes it at once; its SDK polls, caches and renews as by default;
  the platform lists heartbeats and publishes presence every minute, in 16 shards;
  each API process is asked by the same agents again, or reuses nothing (an SDK renews before the home would reuse);
  ${prices.per10000Puts} ${prices.currency} per 10,000 puts and listings, ${prices.per10000Gets} ${prices.currency} per 10,000 gets and heads (pass others); traffic and storage are not in it.`;
}
