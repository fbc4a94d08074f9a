import { parseRecordedContext, type RecordedContext, type Writable } from '@agent-home/modes';
import { parseObjectKey } from '@agent-home/protocol';
import type { LedgerProof } from './ledger-proof.ts';

/** Explanation by the mode itself why an agent could, or could not, write this entry at that moment. */
export interface TurnExplanation {
  /** Keys that the mode allowed the author in the state before. Absent for the platform's own entries. */
  writable?: Writable;
  /** Id of the written message or request. */
  id?: string;
  /** Facts behind the verdict, as the ledger records them. */
  context: RecordedContext;
  /** Number of the judged entry: for a sealed object, the entry that accepted it unread. */
  sequence: number;
}

/** Returns undefined if the replay has not reached the entry. */
export function explainTurn(
  proof: LedgerProof,
  sequence: number,
  sealedSequence: number | undefined,
): TurnExplanation | undefined {
  const judgedAt = sealedSequence !== undefined && sealedSequence < sequence ? sealedSequence : sequence;
  const entry = proof.entryAt(judgedAt);
  const context = entry && parseRecordedContext(entry.header.context);
  if (!context) return undefined;
  const place = parseObjectKey(entry.header.input.object_key ?? '');
  const before = proof.stateAt(judgedAt - 1);
  const { mode, terms } = proof;
  const { unread: _, sealed: __, ...facts } = context;
  const isInput = place?.kind === 'topic_message' || place?.kind === 'topic_request';
  if (!isInput || !mode || !terms || !before || !facts.author)
    return isInput ? undefined : { context, sequence: judgedAt };
  const [writable, id] =
    place.kind === 'topic_message'
      ? [mode.writableMessages(before, facts.author, terms.rules, facts), place.parts.message_id]
      : [mode.writableRequests(before, facts.author, terms.rules, facts), place.parts.request_id];
  return { writable, id, context, sequence: judgedAt };
}
