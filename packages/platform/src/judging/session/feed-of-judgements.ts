import { parseObjectKey } from '@agent-home/protocol';
import type { FeedEntry } from '../../publication/feed/append-feed.ts';
import type { Judged } from './topic-session.ts';

/** Returns the feed events about judgements: its verdict for each author, its turn for a speaker, and each entry for followers. */
export function feedOfJudgements(topicId: string, now: Date, judged: readonly Judged[]): FeedEntry[] {
  const common = { topicId, occurredAt: now };
  return judged.flatMap(({ verdict, effects, sequence, objectKey, agentId, detail }) => {
    const entries: FeedEntry[] = [];
    const author = getAuthor(objectKey);
    if (objectKey !== undefined && author !== undefined) {
      const { outcome, reason, explanation } = verdict;
      const payload = {
        outcome,
        ...(reason ? { reason } : {}),
        ...(explanation ? { explanation } : {}),
        ...(detail ? { refusal: { ...detail } } : {}),
        sequence,
      };
      entries.push({ ...common, agentId: author, objectKey, eventType: 'topic.input_judged', payload });
    }
    entries.push({
      ...common,
      eventType: 'topic.entry',
      payload: {
        sequence,
        outcome: verdict.outcome,
        ...(agentId === undefined ? {} : { agent_id: agentId }),
      },
      ...(objectKey === undefined ? {} : { objectKey }),
      ...(author === undefined ? {} : { authorId: author }),
    });
    for (const effect of effects) {
      if (effect.type !== 'turn_started') continue;
      const payload = { turn_id: effect.turn_id, expires_at: effect.expires_at };
      entries.push({ ...common, agentId: effect.agent_id, eventType: 'topic.turn_started', payload });
    }
    return entries;
  });
}

/** Returns the agent id in a key, even if the agent no longer exists. */
function getAuthor(objectKey: string | undefined): string | undefined {
  const place = objectKey === undefined ? undefined : parseObjectKey(objectKey);
  return place?.kind === 'topic_message' || place?.kind === 'topic_request'
    ? place.parts.agent_id
    : undefined;
}
