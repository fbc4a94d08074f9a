import { sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import { type LeaseRequest, releaseLeases } from '../../foundation/duties/publisher-lease.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { claimStreams, type OutboxRow } from './claim-rows.ts';
import { type Confirmation, confirmAll } from './confirm-puts.ts';

/** Queries of publishers, which one process sends in batches. */
interface PublishingBatchers {
  /** Acquires the lease of a stream and reads its rows; undefined if another holder has the lease. */
  claim(request: LeaseRequest): Promise<OutboxRow[] | undefined>;
  confirm(confirmation: Confirmation): Promise<void>;
  release(held: LeaseRequest): Promise<void>;
  /** Returns true if a stream has unpublished rows. */
  owes(stream: string): Promise<boolean>;
}

/** Each stream may have two hundred claimed rows, as large as messages. */
const claims = { maxBatchSize: 16, maxRunning: 2 };
/** Two, so that a locked row of one stream does not delay all others. */
const confirmations = { maxBatchSize: 200, maxRunning: 2 };

const known = new WeakMap<PublishingPlatform, PublishingBatchers>();

/** Returns the batchers of this process. */
export function collectBatchers(platform: PublishingPlatform): PublishingBatchers {
  const batchers = known.get(platform) ?? createBatchers(platform);
  known.set(platform, batchers);
  return batchers;
}

function createBatchers(platform: PublishingPlatform): PublishingBatchers {
  return {
    claim: createBatcher((requests: LeaseRequest[]) => claimStreams(platform, requests), claims),
    confirm: createBatcher(async (asked: Confirmation[]) => {
      for (const group of keysApart(asked)) await confirmAll(platform, group);
      return asked.map(() => undefined);
    }, confirmations),
    release: createBatcher(async (held: LeaseRequest[]) => {
      await releaseLeases(platform, held);
      return held.map(() => undefined);
    }),
    owes: createBatcher((streams: string[]) => findOwing(platform.database, streams)),
  };
}

/**
 * Splits confirmations into groups in which each key occurs once. A stalled publisher and its successor may have put versions of
 * the same key, and one statement would confirm either.
 */
export function keysApart(confirmations: readonly Confirmation[]): Confirmation[][] {
  const groups: { keys: Set<string>; members: Confirmation[] }[] = [];
  for (const confirmation of confirmations) {
    const keys = confirmation.confirmed.map(({ row }) => row.objectKey);
    const open = groups.find((group) => !keys.some((key) => group.keys.has(key)));
    const group = open ?? { keys: new Set(), members: [] };
    if (!open) groups.push(group);
    group.members.push(confirmation);
    for (const key of keys) group.keys.add(key);
  }
  return groups.map(({ members }) => members);
}

async function findOwing(database: Database, streams: string[]): Promise<boolean[]> {
  const rows = await database.execute<{ stream: string }>(
    sql`select asked.stream from json_array_elements_text(${jsonParameter(streams)}::json) as asked(stream)
        where exists (select 1 from ${tables.outbox} where ${tables.outbox.stream} = asked.stream)`,
  );
  const owing = new Set(rows.map(({ stream }) => stream));
  return streams.map((stream) => owing.has(stream));
}
