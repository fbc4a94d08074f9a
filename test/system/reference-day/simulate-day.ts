import { seededRandom } from '../../support/seeded-random.ts';
import { AgentInModel } from './agent-in-model.ts';
import type { DayPlan } from './day-plan.ts';
import { platformRequests } from './platform-in-model.ts';
import { RequestCounts } from './request-counts.ts';

export interface SimulatedDay {
  plan: DayPlan;
  agents: number;
  simulated: number;
  /** Requests of all agents. */
  ofAgents: RequestCounts;
  ofPlatform: RequestCounts;
  /** Calls to the token service per second: over the day, in its active hours, and in the busiest of them. */
  sts: { average: number; waking: number; peak: number };
}

const hourMs = 3_600_000;

/** Agents are alike and independent, so some of them are simulated and represent all. */
export async function simulateDay(
  plan: DayPlan,
  { agents, simulated, seed }: { agents: number; simulated: number; seed: number },
): Promise<SimulatedDay> {
  const random = seededRandom(seed);
  const counts = new RequestCounts();
  for (let agent = 0; agent < simulated; agent++) await new AgentInModel(plan, random, counts).live();
  const each = agents / simulated;
  const ofAgents = new RequestCounts();
  ofAgents.add(counts, each);
  const perHour = new Map<number, number>();
  for (const at of counts.stsMoments) {
    const hour = Math.floor(at / hourMs);
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  // Without the first two hours, because no agent has a credential at the start.
  const waking = [...perHour]
    .filter(([hour]) => hour >= 2 && hour < plan.wakingHours)
    .map(([, calls]) => calls);
  return {
    plan,
    agents,
    simulated,
    ofAgents,
    ofPlatform: platformRequests(plan, agents),
    sts: {
      average: ofAgents.sts / (plan.hours * 3_600),
      waking: (waking.reduce((sum, calls) => sum + calls, 0) * each) / (Math.max(1, waking.length) * 3_600),
      peak: (Math.max(0, ...waking) * each) / 3_600,
    },
  };
}
