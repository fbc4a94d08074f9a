import { bodyMatches } from '../ledger/commitment.ts';
import { hashLedgerHeader, type LedgerHead } from '../ledger/ledger-chain.ts';
import type { TopicLedgerEntry } from '../schema/topic-ledger-entry.ts';
import type { ReadingFinding } from './reading-finding.ts';

/** Last entry that a reader passed. Its hash is undefined if its bytes are not an entry. */
export interface PassedHead {
  sequence: number;
  hash: string | undefined;
}

/**
 * Compares an entry with its commitment and with the previous entry. Always returns the head of this entry, so that a reader can
 * continue after a fault. The certificate is verified elsewhere.
 */
export function chainStep(
  before: PassedHead | undefined,
  entry: TopicLedgerEntry,
): { head: LedgerHead; findings: ReadingFinding[] } {
  const head = { sequence: entry.sequence, hash: hashLedgerHeader(entry.header) };
  const findings = [bodyFinding(entry), linkFinding(before, entry)].filter((found) => found !== undefined);
  return { head, findings };
}

/** Compares an entry that was certified again, as after an erasure, with its commitment and with its previous header hash. */
export function recertifiedFinding(
  entry: TopicLedgerEntry,
  hashBefore: string | undefined,
): ReadingFinding | undefined {
  const seen = hashBefore === undefined ? undefined : { sequence: entry.sequence, hash: hashBefore };
  const head = { sequence: entry.sequence, hash: hashLedgerHeader(entry.header) };
  return contradiction(head, { seen }) ?? bodyFinding(entry);
}

/**
 * Compares an entry of the chain with known facts about its place: `seen` from an earlier reading, `named` by a certified object.
 * Heads of other places, and a place without a hash, contradict nothing.
 */
export function contradiction(
  { sequence, hash }: PassedHead,
  known: { seen?: LedgerHead | undefined; named?: LedgerHead | undefined },
): ReadingFinding | undefined {
  const isOther = (head: LedgerHead | undefined) =>
    head?.sequence === sequence && hash !== undefined && head.hash !== hash;
  if (isOther(known.seen)) {
    return {
      code: 'history_changed',
      sequence,
      detail: `is another entry ${sequence} than the one read before`,
    };
  }
  if (!isOther(known.named)) return undefined;
  return { code: 'head_mismatch', sequence, detail: `another entry ${sequence} was certified as the newest` };
}

/** Returns the first missing entry if the ledger ends before a number that the home or an earlier reading gave for it. */
export function missingEntry(
  last: number,
  given: readonly (number | undefined)[],
): ReadingFinding | undefined {
  const most = Math.max(last, ...given.map((sequence) => sequence ?? 0));
  if (most === last) return undefined;
  const detail = `the ledger had ${most} entries by an earlier statement and ends at ${last}`;
  return { code: 'truncated_ledger', sequence: last + 1, detail };
}

function bodyFinding({ sequence, header, body }: TopicLedgerEntry): ReadingFinding | undefined {
  const { commitment } = header.input;
  if (!body || (commitment !== undefined && bodyMatches(body, commitment))) return undefined;
  return { code: 'body_differs', sequence, detail: 'its body differs from its commitment' };
}

function linkFinding(
  before: PassedHead | undefined,
  { topic_id: topicId, sequence, header }: TopicLedgerEntry,
): ReadingFinding | undefined {
  const broken = (detail: string): ReadingFinding => ({ code: 'broken_chain', sequence, detail });
  if (header.topic_id !== topicId || header.sequence !== sequence) {
    return broken('its header belongs to another entry');
  }
  if (sequence !== (before?.sequence ?? 0) + 1) return broken('does not follow the entry before');
  const isLinkKnown = before === undefined || before.hash !== undefined;
  if (isLinkKnown && header.previous !== before?.hash) return broken('names another entry as the one before');
  return undefined;
}
