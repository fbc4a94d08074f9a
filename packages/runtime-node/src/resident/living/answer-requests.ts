import { setTimeout as delay } from 'node:timers/promises';
import { AccessDeniedError, type Topic } from '@agent-home/sdk';
import { IdentityNotVerifiedError } from '../identity/identity-error.ts';
import type { RequestQueue } from '../waking/request-queue.ts';
import { enterWhenOpen } from './enter-topic.ts';
import { GrowingPause } from './growing-pause.ts';
import { type SessionPorts, TopicSession } from './topic-session.ts';
import type { WaitingRuns } from './waiting-runs.ts';

const attemptsMost = 3;
/** Waiting time for a message of an ended run, which reaches the bucket within seconds unless the store is unavailable. */
const publishedWithin = { attempts: 10, pauseMs: 500 };
const failureText = 'I could not work on this request: my run ended without a reply. Send it again later.';

export interface RequestPorts extends SessionPorts {
  agentId: string;
  queue: RequestQueue;
  runs: WaitingRuns;
}

/**
 * Handles direct requests (A2A), one at a time, until the signal aborts: first those open at the start, then those that the feed
 * reports. A request counts as answered if this agent has spoken in it, even through an earlier process.
 */
export async function answerRequests(ports: RequestPorts): Promise<void> {
  const { home, queue, signal, log, agentId } = ports;
  for await (const { topic_id: topicId, status } of home.topics()) if (status === 'open') queue.add(topicId);
  while (!signal.aborted) {
    const topicId = await queue.next(signal);
    const pause = new GrowingPause();
    for (let attempt = 1; attempt <= attemptsMost && !signal.aborted; attempt++) {
      const begun = performance.now();
      try {
        await answer(topicId, ports);
        break;
      } catch (error) {
        if (signal.aborted || error instanceof IdentityNotVerifiedError) throw error;
        // The owner has cancelled the request, or its deadline has passed.
        if (error instanceof AccessDeniedError) break;
        log('a request could not be worked on', { agent: agentId, topic: topicId, attempt, err: error });
        await delay(pause.after(performance.now() - begun), undefined, { signal });
      }
    }
  }
}

async function answer(topicId: string, ports: RequestPorts): Promise<void> {
  const { home, agentId, signal, runs } = ports;
  const topic = await enterWhenOpen(home, topicId, signal);
  const session = new TopicSession(topic, ports, runs);
  await session.recover(agentId);
  if (await hasSpoken(topic, agentId)) return;
  const { state } = await session.wake({ kind: 'request', topicId });
  // A run that waits for an approver continues in the background and posts its message later.
  if (state.ended === undefined) return;
  for (let attempt = 1; attempt <= publishedWithin.attempts; attempt++) {
    if (await hasSpoken(topic, agentId)) return;
    await delay(publishedWithin.pauseMs, undefined, { signal });
  }
  await topic.say(failureText, { signal, meta: { request_outcome: 'failed' } });
}

async function hasSpoken(topic: Topic, agentId: string): Promise<boolean> {
  await topic.state();
  for await (const message of topic.messages()) if (message.agentId === agentId) return true;
  return false;
}
