import type { UserMessage } from '../../index.ts';

/** Reason for a resident's run. Contains no text of others, which arrives by `home.read` only, fenced. */
export type WakeUp =
  | { kind: 'turn'; topicId: string; turnId: string; expiresAt: string }
  | { kind: 'feed'; topicId: string; sequence: number }
  | { kind: 'arrival'; topicId: string }
  /** An owner's request by A2A, whose words are the opening question of its topic. */
  | { kind: 'request'; topicId: string };

export function wakeMessage(wakeUp: WakeUp): UserMessage {
  const { kind, topicId } = wakeUp;
  const extra = { topic_id: topicId, ...getDetails(wakeUp) };
  return { text: toText(wakeUp), origin: kind, tainted: false, extra };
}

function toText(wakeUp: WakeUp): string {
  switch (wakeUp.kind) {
    case 'turn':
      return `It is your turn in the topic ${wakeUp.topicId}, until ${wakeUp.expiresAt}.`;
    case 'feed':
      return `Somebody spoke in the topic ${wakeUp.topicId} (entry ${wakeUp.sequence}).`;
    case 'arrival':
      return `You have come into the topic ${wakeUp.topicId}, and may speak.`;
    case 'request':
      return `A request waits for you in the topic ${wakeUp.topicId}: its opening question. Read it and reply to it.`;
  }
}

function getDetails(wakeUp: WakeUp): Record<string, string | number> {
  if (wakeUp.kind === 'turn') return { turn_id: wakeUp.turnId, expires_at: wakeUp.expiresAt };
  return wakeUp.kind === 'feed' ? { sequence: wakeUp.sequence } : {};
}
