import type { LedgerHead } from '@agent-home/protocol';

const placeOf = (topicId: string) => `agent-home-seen:${topicId}`;

/** Returns the last entry of a topic that this browser showed. Its hash exposes a home that later shows another history. */
export function lastSeen(topicId: string): LedgerHead | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(topicId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { sequence, hash } = kept as Record<string, unknown>;
    return typeof sequence === 'number' && typeof hash === 'string' ? { sequence, hash } : undefined;
  } catch {
    return undefined;
  }
}

/** The stored position never decreases: reading an older part of a topic makes no message unread. */
export function rememberSeen(topicId: string, head: LedgerHead): void {
  if ((lastSeen(topicId)?.sequence ?? 0) >= head.sequence) return;
  localStorage.setItem(placeOf(topicId), JSON.stringify({ sequence: head.sequence, hash: head.hash }));
}
