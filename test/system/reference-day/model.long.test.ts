import { describe, expect, test } from 'vitest';
import { populations, referenceDay } from './day-plan.ts';
import { describeDay, stsTarget } from './describe-day.ts';
import { listPrices } from './prices.ts';
import { simulateDay } from './simulate-day.ts';

describe('a reference day', () => {
  test('a day of 100,000 agents fits one token service', async () => {
    const day = await simulateDay(referenceDay, { agents: populations.agents, simulated: 100, seed: 7 });
    expect(day.sts.waking).toBeLessThan(stsTarget);
    expect(day.sts.average).toBeGreaterThan(30);
    // Heartbeats alone cause one put a minute.
    expect(day.ofAgents.put / (populations.agents * 24)).toBeGreaterThan(58);
    expect(describeDay(day, listPrices)).toContain('rests on these assumptions');
  });

  test('the same seed makes the same day', async () => {
    const size = { agents: 1_000, simulated: 3, seed: 11 };
    const [one, other] = [await simulateDay(referenceDay, size), await simulateDay(referenceDay, size)];
    expect(one.ofAgents).toEqual(other.ofAgents);
  });
});
