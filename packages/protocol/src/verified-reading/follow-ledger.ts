import { objectKey } from '../keys/object-key.ts';
import type { LedgerHead } from '../ledger/ledger-chain.ts';
import type { TopicLedgerEntry } from '../schema/topic-ledger-entry.ts';
import { chainStep } from './chain-step.ts';
import { refusalOf } from './reading-finding.ts';

/**
 * Accepts the next entry of a ledger or throws `VerificationError` `broken_chain`. It checks the number, the link to the previous
 * entry, and the body against the commitment. The entry's certificate has been verified before.
 */
export function followLedger(head: LedgerHead | undefined, entry: TopicLedgerEntry): LedgerHead {
  const { head: next, findings } = chainStep(head, entry);
  const [first] = findings;
  if (!first) return next;
  const { topic_id, sequence } = entry;
  throw refusalOf(first, objectKey('topic_ledger_entry', { topic_id, sequence }));
}
