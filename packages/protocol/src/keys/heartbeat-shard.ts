import { sha256Hex } from '../hash/sha256.ts';
import { objectKey } from './object-key.ts';

/** Returns the first hexadecimal digits of sha256(agent_id), which distribute listings evenly for any ids. */
export function heartbeatShard(agentId: string, shardDigits: number): string {
  return sha256Hex(new TextEncoder().encode(agentId)).slice(0, shardDigits);
}

export function heartbeatKey(agentId: string, shardDigits: number): string {
  return objectKey('heartbeat', { shard: heartbeatShard(agentId, shardDigits), agent_id: agentId });
}

/** Returns all shards, `0` to `f…f`. */
export function allShards(shardDigits: number): string[] {
  return Array.from({ length: 16 ** shardDigits }, (_, index) =>
    index.toString(16).padStart(shardDigits, '0'),
  );
}
