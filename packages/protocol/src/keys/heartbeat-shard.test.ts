import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { allShards, heartbeatKey, heartbeatShard } from './heartbeat-shard.ts';

const ids = Array.from({ length: 4000 }, (_, index) => `agent_${index}`);

it('a heartbeat’s shard is the beginning of its id’s hash', () => {
  for (const digits of [1, 2, 3, 4]) {
    const hash = createHash('sha256').update('ada').digest('hex');
    expect(heartbeatShard('ada', digits)).toBe(hash.slice(0, digits));
    expect(heartbeatKey('ada', digits)).toBe(`agents/heartbeats/${hash.slice(0, digits)}/ada.last`);
  }
});

it('ids that look alike spread over all shards, evenly', () => {
  const counts = new Map<string, number>(allShards(1).map((shard) => [shard, 0]));
  for (const id of ids) {
    const shard = heartbeatShard(id, 1);
    counts.set(shard, (counts.get(shard) ?? Number.NaN) + 1);
  }
  for (const count of counts.values()) expect(count).toBeGreaterThan(ids.length / 16 / 2);
});

it('all shards are listed once', () => {
  for (const digits of [1, 2, 3]) {
    const shards = allShards(digits);
    expect(new Set(shards).size).toBe(16 ** digits);
    expect(shards.every((shard) => shard.length === digits && /^[0-9a-f]+$/.test(shard))).toBe(true);
  }
});
