import { objectKey, type TopicState } from '@agent-home/protocol';
import { replayLedger } from '@agent-home/sdk';
import type { Evidence, Finding } from './evidence.ts';
import { publishedLedgers } from './published-ledgers.ts';

const check = 'ledgers replay';

/** Replays the ledgers in the bucket, entry by entry. The result must equal the published state byte for byte. */
export async function ledgersReplay(evidence: Pick<Evidence, 'bucket' | 'ledger'>): Promise<Finding[]> {
  const { bucket, ledger } = evidence;
  const found: Finding[] = [];
  for (const [topicId, entries] of publishedLedgers(evidence)) {
    const stateText = bucket.get(objectKey('topic_state', { topic_id: topicId }));
    const published = stateText === undefined ? undefined : (JSON.parse(stateText) as TopicState);
    if (!published?.ledger || !published.state) {
      found.push({ check, subject: topicId, problem: 'has no published state' });
      continue;
    }
    const { sequence, head } = published.ledger;
    const state = published.state as never;
    const result = await replayLedger(entries, { ledger: { sequence, hash: head }, state });
    const rows = ledger.filter((row) => row.topicId === topicId).length;
    const problems = [
      ...(result.equal ? [] : [`${result.code} at ${result.sequence}: ${result.detail}`]),
      ...(entries.length === rows
        ? []
        : [`${entries.length} entries lie in the bucket, ${rows} in the database`]),
    ];
    found.push(...problems.map((problem) => ({ check, subject: topicId, problem })));
  }
  return found;
}
