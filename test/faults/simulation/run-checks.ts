import { atRest } from './checks/at-rest.ts';
import { bucketEqualsDatabase } from './checks/bucket-equals-database.ts';
import type { Evidence, Finding } from './checks/evidence.ts';
import { feedsComplete } from './checks/feeds-complete.ts';
import { findFollowed } from './checks/followed.ts';
import { judgedOnce } from './checks/judged-once.ts';
import { keptOut } from './checks/kept-out.ts';
import { ledgersReplay } from './checks/ledgers-replay.ts';
import { publishedLedgers } from './checks/published-ledgers.ts';
import { runsMirrored } from './checks/runs-mirrored.ts';
import { topicsKept } from './checks/topics-kept.ts';
import { turnsOnce } from './checks/turns-once.ts';
import { versionsForward } from './checks/versions-forward.ts';
import type { Journal } from './journal/journal.ts';

/** Compares the final state of the home with the record of its agents. */
export async function runChecks(
  journal: Journal,
  evidence: Evidence,
  agentIds: readonly string[],
): Promise<Finding[]> {
  const { ledger } = evidence;
  const written = ledger.filter(({ topicId }) => !journal.residentTopics.has(topicId));
  return [
    ...judgedOnce(journal, written),
    ...turnsOnce(ledger),
    ...bucketEqualsDatabase(evidence),
    ...feedsComplete(journal, ledger, findFollowed(publishedLedgers(evidence)), agentIds),
    ...(await ledgersReplay(evidence)),
    ...versionsForward(journal),
    ...topicsKept(journal, ledger),
    ...keptOut(journal, ledger),
    ...runsMirrored(journal, evidence),
    ...atRest(evidence),
  ];
}
