import { advanceCircle } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  askToJoin,
  openApprovalCircle,
  readFeedEvents,
  recordDecision,
  requestIs,
} from '../../../support/circles.ts';
import { platformReads, published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

test('every word counts once despite lost events', async () => {
  const quiet = await startHome({ events: false });
  try {
    const [ann, bob] = [await RawAgent.admitted(quiet, 'ann'), await RawAgent.admitted(quiet, 'bob')];
    await openApprovalCircle(quiet, 'quiet', 'bob');
    await published(quiet);
    const asked = await askToJoin(ann, 'quiet');
    await requestIs(quiet, asked.key, 'pending');
    await quiet.stopWorker();
    const word = await recordDecision(bob, 'quiet', 'ann', asked);
    await judgeWithoutCommit(quiet, word);
    await requestIs(quiet, asked.key, 'pending');
    await quiet.startWorker();
    await requestIs(quiet, asked.key, 'approved');
    const words = (await readFeedEvents(bob, 'quiet')).filter(
      (told) => told.event_type === 'circle.approval_judged',
    );
    expect(words).toMatchObject([{ object_key: word, payload: { outcome: 'counted' } }]);
    expect((await readFeedEvents(ann, 'quiet')).map(({ payload }) => payload.outcome)).toEqual(['approved']);
  } finally {
    await quiet.close();
  }
});

/** Simulates a worker that read and judged an object, and died before its transaction was committed. */
async function judgeWithoutCommit(quiet: TestHome, key: string): Promise<void> {
  const { platform } = quiet.open;
  const { tickets } = tables;
  await platform.database.update(tickets).set({ hintedAt: new Date() }).where(eq(tickets.objectKey, key));
  const database: typeof platform.database = Object.create(platform.database);
  database.transaction = (work, config) =>
    platform.database.transaction(async (transaction) => {
      await work(transaction);
      throw new Error('killed');
    }, config);
  await expect(advanceCircle({ ...platform, database }, 'quiet')).rejects.toThrow('killed');
  expect(platformReads(quiet, key)).toBe(1);
}
