import { tables } from '@agent-home/database';
import { eq } from 'drizzle-orm';
import { leaseKeeper, releaseLease, takeLease } from '../../foundation/duties/publisher-lease.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { withCause } from '../../foundation/resilience/store-cause.ts';
import { inSpan } from '../../foundation/telemetry/trace-context.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { batchSize, claimStream, pendingRows } from './claim-rows.ts';
import { publishRows } from './publish-rows.ts';
import type { OutboxRow } from './sign-outbox-row.ts';

/**
 * Puts what a stream owes the bucket, in order: one publisher a stream, ledger entries before the state that
 * names them. A crash anywhere is caught up by the next call: signed bytes are kept before they are put, rows go
 * away only when the bucket has them (openspec: publication).
 */
export function publishStream(platform: PublishingPlatform, stream: string): Promise<void> {
  return withCause('publish', () => publishClaimed(platform, stream));
}

async function publishClaimed(platform: PublishingPlatform, stream: string): Promise<void> {
  const holder = randomId('publisher', platform.randomBytes);
  const publishing = {
    platform,
    isHeld: leaseKeeper(platform, stream, holder),
    publishOther: (other: string) => publishStream(platform, other),
  };
  let rows = await claimStream(platform, stream, holder);
  if (!rows) return;
  try {
    while (rows.length > 0) {
      const work: OutboxRow[] = rows;
      const attributes: Record<string, string | number> = {
        'agent_home.stream': stream,
        'agent_home.objects': rows.length,
      };
      const isDone: boolean = await inSpan('publish stream', { attributes }, () =>
        publishRows(publishing, work),
      );
      rows = isDone && rows.length === batchSize ? await pendingRows(platform, stream) : [];
    }
  } finally {
    await releaseLease(platform, stream, holder);
  }
  await publishLeft(platform, stream);
}

/** Runs `work` with a stream to itself; false where somebody else has it. */
export async function withStream(
  platform: PublishingPlatform,
  stream: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = randomId('publisher', platform.randomBytes);
  if (!(await takeLease(platform, stream, holder))) return false;
  try {
    await work();
  } finally {
    await releaseLease(platform, stream, holder);
  }
  await publishLeft(platform, stream);
  return true;
}

/**
 * Whoever committed rows meanwhile has found the lease taken and left them to its holder: so it looks again once the
 * lease is free.
 */
async function publishLeft(platform: PublishingPlatform, stream: string): Promise<void> {
  const { outbox } = tables;
  const [left] = await platform.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.stream, stream))
    .limit(1);
  if (left) await publishStream(platform, stream);
}
