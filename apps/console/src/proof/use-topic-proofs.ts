import type { TopicView } from '@agent-home/http-contract';
import type { LedgerHead } from '@agent-home/protocol';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ProofSnapshot, TopicProofs } from './topic-proofs.ts';

const nothing: ProofSnapshot = { version: 0, entries: [], proofs: [], alarms: [], failed: 0 };
const neverChanges = () => () => {};
const noSnapshot = () => nothing;

/** Returns the topic as verified in this browser. A change of `readAt` means that the home was read again. */
export function useTopicProofs(
  topicId: string,
  view: TopicView | undefined,
  readAt: number,
  seen: LedgerHead | undefined,
): { proofs: TopicProofs | undefined; snapshot: ProofSnapshot } {
  const [proofs, setProofs] = useState<TopicProofs>();
  // The head seen before this visit counts for the whole visit.
  const [seenBefore] = useState(seen);
  useEffect(() => {
    const opened = new TopicProofs(topicId, seenBefore);
    setProofs(opened);
    return () => opened.close();
  }, [topicId, seenBefore]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reading with the same answer is one too
  useEffect(() => {
    if (view) proofs?.refresh(view);
  }, [proofs, view, readAt]);
  const snapshot = useSyncExternalStore(proofs?.subscribe ?? neverChanges, proofs?.snapshot ?? noSnapshot);
  return { proofs, snapshot };
}
