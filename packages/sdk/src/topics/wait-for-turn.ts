import type { JsonObject } from '@agent-home/protocol';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { InputRejectedError, TopicError } from '../errors/topic-error.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { sleep } from '../shared/sleep.ts';
import type { StateWatcher } from './state-watcher.ts';
import { isClosed, type TopicStateNow } from './topic-state-now.ts';
import type { Judged } from './verdict.ts';

export interface Turn {
  turn_id: string;
  /** RFC 3339; what is written later is too late. */
  expires_at: string;
}

/** Refusals of a join that another look at the state explains. */
const harmless: ReadonlySet<string> = new Set(['already_queued', 'already_speaking', 'queue_full']);

const fullQueueMs = 5_000;

/**
 * Joins the queue where this agent is not in it and waits until it is its turn. A turn of its own that has had its
 * message is ended first, so that the next one can come.
 */
export async function waitForTurn(request: {
  topicId: string;
  agentId: string;
  watcher: StateWatcher;
  ask: (type: string, payload?: JsonObject) => Promise<Judged>;
  surroundings: Surroundings;
  signal: AbortSignal | undefined;
}): Promise<Turn> {
  const { topicId, agentId, watcher, ask, signal } = request;
  for (let after = 0; ; ) {
    const now = await watcher.beyond(after, signal);
    if (isClosed(now)) {
      const grant = { type: 'topic_message_write', topic_id: topicId } as const;
      throw new AccessDeniedError('topic_closed', grant, 'the topic has ended');
    }
    const { turn, hasPosted, isWaiting } = placeIn(now, agentId);
    after = now.ledger.sequence;
    if (turn && hasPosted) {
      await ask('turn_done', { turn_id: turn.turn_id });
      continue;
    }
    if (turn && Date.parse(turn.expires_at) > request.surroundings.now()) return turn;
    if (turn || isWaiting) continue;
    const joined = await ask('queue_join');
    if (joined.outcome !== 'accepted') await bearRefusal(joined, joined.outcome, request);
    // The state this very entry led to already tells where we stand.
    after = joined.sequence - 1;
  }
}

/** Every refused join is an entry in the ledger for all to read: a full queue is not to be knocked at in a hurry. */
async function bearRefusal(
  joined: Judged,
  outcome: 'rejected' | 'ruled_out',
  request: { signal: AbortSignal | undefined; surroundings: Surroundings },
): Promise<void> {
  if (!harmless.has(joined.reason ?? '')) throw new InputRejectedError({ ...joined, outcome });
  if (joined.reason === 'queue_full') {
    await sleep(jittered(request.surroundings, fullQueueMs, 0.5), request.signal);
  }
}

function placeIn(
  { topic_id, state }: TopicStateNow,
  agentId: string,
): { turn: Turn | undefined; hasPosted: boolean; isWaiting: boolean } {
  const { turn_id, speaker_agent_id, speaker_expires_at, speaker_has_posted, queue } = state;
  if (turn_id === undefined || speaker_agent_id === undefined || !Array.isArray(queue)) {
    throw new TopicError('no_turns', topic_id, 'the mode of this topic has no queue for turns');
  }
  const isSpeaker = speaker_agent_id === agentId;
  const turn =
    isSpeaker && typeof turn_id === 'string' && typeof speaker_expires_at === 'string'
      ? { turn_id, expires_at: speaker_expires_at }
      : undefined;
  const isWaiting = queue.some((one) => isObject(one) && one.agent_id === agentId);
  return { turn, hasPosted: speaker_has_posted === true, isWaiting };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
