import { connect } from '@agent-home/sdk';
import { LRUCache } from 'lru-cache';
import { eventually } from '../../../support/eventually.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

/** Reads cards again that the SDK has read and verified before, one after the other. */
export const cardReadCached: Bench = {
  name: 'card_read_cached',
  unit: 'reads/s',
  floorName: 'lru-cache with ttl, get, awaited',
  target: { atLeast: 0.8 },
  pairs: { full: 21, short: 7 },
  async open(context) {
    const { url, open, agents } = await context.home();
    const [reader] = agents;
    if (!reader) throw new Error('there is no agent to read with');
    const { agentId, secretKey } = reader;
    const client = await connect({ url, rootSet: open.keys.rootSet, secretKey, agentId });
    // Limited in size and age like the SDK's own cache.
    const floor = new LRUCache<string, object>({ max: 1_000, ttl: 300_000 });
    for (const agent of agents) {
      floor.set(agent.agentId, await eventually(() => client.card(agent.agentId)));
    }
    const ids = agents.map((agent) => agent.agentId);
    const rounds = context.short ? 5_000 : 20_000;
    return {
      value: () =>
        ratePerSecond(rounds * ids.length, async () => {
          for (let round = 0; round < rounds; round++) for (const id of ids) await client.card(id);
        }),
      floor: () =>
        ratePerSecond(rounds * ids.length, async () => {
          for (let round = 0; round < rounds; round++) for (const id of ids) await floor.get(id);
        }),
      close: () => client.close(),
    };
  },
};
