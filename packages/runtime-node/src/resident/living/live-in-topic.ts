import { setTimeout as delay } from 'node:timers/promises';
import { AccessDeniedError, minimumContextTokens, type Topic, TopicError } from '@agent-home/sdk';
import type { Hearing } from '../waking/hearing.ts';
import type { TopicSession } from './topic-session.ts';

export interface Pace {
  /** Milliseconds between another agent's message and the reply: the run, or the next seat in modes with turns. */
  answerMs: () => number;
  /**
   * Milliseconds before replying to a neighbour; a message of an agent that is not a neighbour ends the pause. Defaults to
   * `answerMs`.
   */
  neighbourMs?: () => number;
}

const firstPauseAfterTroubleMs = 2_000;
const longestPauseMs = 60_000;

/** Pause before a turn that had its run is read again: its state in the bucket lags behind the verdict that ended it. */
const staleTurnMs = 500;

/** Turns of a resident in one topic. */
interface Turns {
  /** If present, the agent takes its next seat a pause after another agent has spoken. */
  reply?: { hearing: Hearing; pace: Pace } | undefined;
  /** Turn of the newest run, which another process may have begun. */
  latest?: string | undefined;
}

/**
 * Takes a seat in a topic with turns and starts one run at each of its turns: a second one would repeat the effects of the first. Ends
 * when the topic ends or the signal aborts.
 */
export async function liveByTurns(
  topic: Topic,
  session: TopicSession,
  signal: AbortSignal,
  { reply, latest }: Turns = {},
): Promise<void> {
  let handled = latest;
  for (let troubles = 0; !signal.aborted; ) {
    const { turnId, expiresAt } = await topic.waitForTurn({ signal });
    const { topicId } = topic;
    if (turnId === handled) {
      await giveBack(topic, turnId, signal);
      await delay(staleTurnMs, undefined, { signal });
      continue;
    }
    handled = turnId;
    const { state } = await session.wake({ kind: 'turn', topicId, turnId, expiresAt });
    // A run that waits for an approver continues by itself; the topic does not wait for it.
    const isFine = state.ended === undefined || state.ended.status === 'answered';
    // Returns an unused turn, so that others need not wait until it expires.
    await giveBack(topic, turnId, signal);
    troubles = isFine ? 0 : troubles + 1;
    if (!isFine) await rest(troubles, signal);
    if (!reply) continue;
    await reply.hearing.next(topicId, signal);
    await pauseBefore(topicId, reply, signal);
    reply.hearing.take(topicId);
  }
}

interface Listening {
  topic: Topic;
  session: TopicSession;
  pace: Pace;
  hearing: Hearing;
  /** Topics where the resident has already sent a greeting; it sends no second one after the home was unavailable. */
  arrived: Set<string>;
}

/** Lives in a topic in which every agent may speak: sends a message on arrival, then occasionally a reply to others. */
export async function liveByFeed(
  { topic, session, pace, hearing, arrived }: Listening,
  signal: AbortSignal,
): Promise<void> {
  const { topicId } = topic;
  if (!arrived.has(topicId)) await session.wake({ kind: 'arrival', topicId });
  arrived.add(topicId);
  for (let troubles = 0; !signal.aborted; ) {
    const sequence = await hearing.next(topicId, signal);
    await pauseBefore(topicId, { hearing, pace }, signal);
    const latest = hearing.take(topicId) ?? sequence;
    const { state } = await session.wake({ kind: 'feed', topicId, sequence: latest });
    troubles = state.ended === undefined || state.ended.status === 'answered' ? 0 : troubles + 1;
    if (troubles > 0) await rest(troubles, signal);
  }
}

/** Waits for the pause that `pace` defines; longer if only neighbours have spoken. */
async function pauseBefore(
  topicId: string,
  { hearing, pace }: { hearing: Hearing; pace: Pace },
  signal: AbortSignal,
): Promise<void> {
  if (pace.neighbourMs !== undefined && !hearing.hasOutsider(topicId)) {
    const ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    const ended = delay(pace.neighbourMs(), false, { signal: until });
    const isOutsider = hearing.outsider(topicId, until).then(() => true);
    try {
      if (!(await Promise.race([ended, isOutsider]))) return;
    } finally {
      ending.abort();
      await Promise.allSettled([ended, isOutsider]);
    }
  }
  await delay(pace.answerMs(), undefined, { signal });
}

async function giveBack(topic: Topic, turnId: string, signal: AbortSignal): Promise<void> {
  try {
    const { turn } = await topic.context({ maxTokens: minimumContextTokens, maxMessages: 1 });
    if (!turn?.isOurs || turn.turnId !== turnId) return;
    await topic.request('turn_done', { turn_id: turnId }, { signal, throwOnRejection: false });
  } catch (error) {
    // The turn has already ended, or the mode has no such request.
    if (!(error instanceof AccessDeniedError || error instanceof TopicError)) throw error;
  }
}

async function rest(troubles: number, signal: AbortSignal): Promise<void> {
  const pauseMs = Math.min(longestPauseMs, firstPauseAfterTroubleMs * 2 ** Math.min(troubles - 1, 10));
  await delay(pauseMs, undefined, { signal });
}
