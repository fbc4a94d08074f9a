import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenServiceBudget } from './token-service-budget.ts';

/** Creates a budget of 80 calls per second, and a clock that the test moves. */
function open() {
  const clock = { ms: 0 };
  const budget = new TokenServiceBudget(80, () => clock.ms);
  const ask = (agentId: string, calls: number, isWrite = false, ownerId: string | null = null) =>
    budget.take({ agentId, ownerId, calls, isWrite });
  const giveBack = (agentId: string, calls: number) =>
    budget.giveBack({ agentId, ownerId: null, calls, isWrite: false });
  return { clock, ask, giveBack };
}

describe('a budget of calls to the token service', () => {
  it('one greedy agent leaves room for others’ reads and turns', () => {
    const { clock, ask } = open();
    let waited = 0;
    for (clock.ms = 0; clock.ms < 60_000; clock.ms += 50) {
      for (const isWrite of [false, true]) for (const calls of [16, 4, 1]) ask('eve', calls, isWrite);
      // Every two seconds, each agent of a group requests a read and a turn.
      if (clock.ms % 2_000 !== 0) continue;
      for (let other = 0; other < 15; other += 1) {
        if (ask(`agent-${other}`, 1)) waited += 1;
        if (other < 8 && ask(`agent-${other}`, 1, true)) waited += 1;
      }
    }
    expect(waited).toBe(0);
  });

  it('unused calls are returned up to the limit', () => {
    const { ask, giveBack } = open();
    // One agent uses all calls except the reserve for turns; then no agent gets any.
    expect(ask('ada', 60)).toBeUndefined();
    expect(ask('bo', 1)).toMatchObject({ reason: 'home' });
    giveBack('ada', 60);
    expect(ask('ada', 60)).toBeUndefined();
    giveBack('ada', 60);
    giveBack('ada', 60);
    expect(ask('bo', 60)).toBeUndefined();
    expect(ask('cyd', 1)).toMatchObject({ reason: 'home' });
  });

  it('one agent cannot empty the reserve for turns', () => {
    const { clock, ask } = open();
    // Reads of many other agents have used up the calls for reads.
    for (let other = 0; other < 200; other += 1) ask(`agent-${other}`, 1);
    for (let tries = 0; tries < 50; tries += 1) for (const calls of [16, 8, 1]) ask('eve', calls, true);
    expect(ask('ada', 1, true)).toBeUndefined();
    expect(ask('ada', 1)).toMatchObject({ reason: 'home' });
    clock.ms += 100;
    expect(ask('bo', 1, true)).toBeUndefined();
  });

  it('all agents of one owner have one owner’s share', () => {
    const { clock, ask } = open();
    let waited = 0;
    for (clock.ms = 0; clock.ms < 30_000; clock.ms += 50) {
      for (let agent = 0; agent < 40; agent += 1) ask(`puppet-${agent}`, 1, false, 'olga');
      if (clock.ms % 2_000 === 0)
        for (let agent = 0; agent < 20; agent += 1)
          if (ask(`other-${agent}`, 1, false, `owner-${agent}`)) waited += 1;
    }
    expect(waited).toBe(0);
  });

  it('a single caller gets the whole limit', () => {
    const { clock, ask } = open();
    for (let second = 0; second < 10; second += 1) {
      clock.ms = second * 1000;
      expect(ask('ada', 16)).toBeUndefined();
    }
  });

  it('a limited caller learns when to retry, and succeeds then', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }), (requests) => {
        const { clock, ask } = open();
        for (const calls of requests) {
          for (let tries = 0; ; tries += 1) {
            const refused = ask('ada', calls);
            if (!refused) break;
            expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
            expect(tries).toBeLessThan(20);
            clock.ms += refused.retryAfterSeconds * 1000;
          }
        }
      }),
    );
  });
});
