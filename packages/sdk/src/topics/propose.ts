import { type JsonObject, parseObjectKey } from '@agent-home/protocol';
import { InputRejectedError, TopicError } from '../errors/topic-error.ts';
import { jittered } from '../shared/clock.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import { sleep } from '../shared/sleep.ts';
import { type Decision, readDecision } from '../topic-reading/decision.ts';
import type { TopicSurroundings } from '../topic-reading/topic-surroundings.ts';
import type { PostOptions } from './input-writer.ts';
import type { Judged } from './verdict.ts';

/** Wait for the decision on a refused proposal, which follows at once. Homes of an older version publish none for some refusals. */
const refusedMs = 3_000;
const growth = 1.5;

/**
 * Proposes and waits until the decision is published: `accepted`, `needs_votes` or `rejected` with its reason.
 * @throws InputRejectedError if the proposal was refused and no decision follows, TopicError `no_decision`
 */
export async function proposeAndWait(request: {
  topicId: string;
  post: (type: string, payload: JsonObject, options: PostOptions) => Promise<Judged>;
  type: 'propose_topic' | 'propose_task';
  payload: JsonObject;
  options: PostOptions;
  shared: TopicSurroundings;
}): Promise<Decision> {
  const { topicId, post, type, payload, options, shared } = request;
  const judged = await post(type, payload, { ...options, throwOnRejection: false });
  const place = parseObjectKey(judged.objectKey);
  if (place?.kind !== 'topic_request')
    throw new TopicError('no_decision', topicId, 'the proposal has no key; retry');
  const { agent_id: agentId, request_id: requestId } = place.parts;
  const { outcome } = judged;
  const patience = outcome === 'accepted' ? (options.judgeTimeoutSeconds ?? 30) * 1000 : refusedMs;
  const refused = outcome === 'accepted' ? undefined : new InputRejectedError({ ...judged, outcome });
  const late =
    refused ??
    new TopicError(
      'no_decision',
      topicId,
      `no decision on ${requestId} was published in time; read its result later`,
    );
  const linked = new LinkedSignal([options.signal, shared.closing], { milliseconds: patience, reason: late });
  try {
    for (let pause = shared.polling.activeMs; ; pause = Math.min(shared.polling.idleMs, pause * growth)) {
      linked.signal.throwIfAborted();
      const decision = await readDecision(topicId, agentId, requestId, shared);
      if (decision) return decision;
      await sleep(jittered(shared.surroundings, pause, 0.2), linked.signal);
    }
  } finally {
    linked.release();
  }
}
