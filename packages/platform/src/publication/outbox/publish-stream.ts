import { leaseKeeper, releaseLease, takeLease } from '../../foundation/duties/publisher-lease.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { withCause } from '../../foundation/resilience/store-cause.ts';
import { inSpan } from '../../foundation/telemetry/trace-context.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { batchSize, pendingRows } from './claim-rows.ts';
import { enqueueDuePacks, topicOfPacks } from './ledger-packs.ts';
import { publishRows } from './publish-rows.ts';
import { deskOf } from './publishing-desk.ts';
import type { OutboxRow } from './sign-outbox-row.ts';

/**
 * Publishes the outbox rows of a stream in order, ledger entries before the state that names them. One publisher at a
 * time does it for a stream. After a crash anywhere the next call goes on: signed bytes are stored before they are put,
 * and rows go only when the bucket has them (openspec: publication).
 */
export function publishStream(platform: PublishingPlatform, stream: string): Promise<void> {
  return withCause('publish', () => publishClaimed(platform, stream));
}

async function publishClaimed(platform: PublishingPlatform, stream: string): Promise<void> {
  const packed = topicOfPacks(stream);
  if (packed !== undefined) await enqueueDuePacks(platform, packed);
  const holder = randomId('publisher', platform.randomBytes);
  const publishing = {
    platform,
    isHeld: leaseKeeper(platform, stream, holder),
    publishOther: (other: string) => publishStream(platform, other),
  };
  const desk = deskOf(platform);
  let rows = await desk.claim({ stream, holder });
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
    await desk.release({ stream, holder });
  }
  await publishLeft(platform, stream);
}

/** Runs `work` with the lease of a stream; false, without running it, where somebody else has the lease. */
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
 * Publishes rows until none are left. It looks once more after giving up the lease, because whoever committed rows in
 * between found the lease taken and left them to its holder.
 */
async function publishLeft(platform: PublishingPlatform, stream: string): Promise<void> {
  if (await deskOf(platform).owes(stream)) await publishStream(platform, stream);
}
