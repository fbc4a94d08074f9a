import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { getLedger, judged, type LedgerRow } from './ledger.ts';
import type { RawAgent } from './raw-agent.ts';
import type { TestHome } from './start-home.ts';

/**
 * Two agents join a turn queue that closes after two turns. The first writes and ends its turn; the second writes and lets its turn
 * expire. Returns the whole ledger.
 */
export async function twoTurns(
  home: TestHome,
  topicId: string,
  [first, second]: [RawAgent, RawAgent],
): Promise<LedgerRow[]> {
  await judged(home, topicId, await first.send(topicId, 'queue_join'));
  await judged(home, topicId, await second.send(topicId, 'queue_join'));
  await judged(home, topicId, await whenAllowed(() => first.say(topicId, 'the first turn')));
  await judged(home, topicId, await first.send(topicId, 'turn_done', { turn_id: 'turn_000001' }));
  await judged(home, topicId, await whenAllowed(() => second.say(topicId, 'the second turn')));
  return eventually(async () => {
    const rows = await getLedger(home, topicId);
    expect(rows.at(-1)?.inputType).toBe('deadline');
    return rows;
  });
}

/** Expected ledger of the story, independent of faults on the way. */
export const twoTurnsToldAs = [
  ['admin', null],
  ['request', 'r000001'],
  ['request', 'r000001'],
  ['message', 'turn_000001_0001'],
  ['request', 'r000002'],
  ['message', 'turn_000002_0001'],
  ['deadline', null],
].map(([inputType, id]) => ({
  inputType,
  outcome: 'accepted',
  objectKey: id === null ? null : expect.stringContaining(`/${id}.json`),
}));

/** Retries until the turn is open, because publishing lags behind judging and a notified agent may be early. */
function whenAllowed<T>(act: () => Promise<T>): Promise<T> {
  return eventually(act);
}
