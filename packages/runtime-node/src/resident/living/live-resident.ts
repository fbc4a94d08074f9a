import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AccessDeniedError, type AgentHome, minimumContextTokens } from '@agent-home/sdk';
import { IdentityNotVerifiedError } from '../identity/identity-error.ts';
import { verifyIdentity } from '../identity/verify-identity.ts';
import { Hearing } from '../waking/hearing.ts';
import { RequestQueue } from '../waking/request-queue.ts';
import { answerRequests, type RequestPorts } from './answer-requests.ts';
import { enterWhenOpen } from './enter-topic.ts';
import { GrowingPause } from './growing-pause.ts';
import { HomeApprovals } from './home-approvals.ts';
import { liveByFeed, liveByTurns, type Pace } from './live-in-topic.ts';
import { getAgentId } from './resident-definition.ts';
import { type RunTrouble, RunTroubles } from './run-troubles.ts';
import { type SessionPorts, TopicSession } from './topic-session.ts';
import { WaitingRuns } from './waiting-runs.ts';

export interface Living extends SessionPorts {
  pace: Pace;
  /** Called after each run with its failure, or with undefined after a run that was answered. */
  onTrouble?: (agentId: string, latest: RunTrouble | undefined) => void;
  /**
   * Agents that it does not react to. If present, it takes a seat at a table only after another agent has spoken. Otherwise the
   * agents of one house would reply to each other forever.
   */
  housemates?: readonly string[];
  /** Agents whose messages are answered after `pace.neighbourMs`. */
  neighbours?: readonly string[];
}

/** Maximum topics of a file without its own list, among those it may enter. */
const mostTopics = 10;

/**
 * Runs an admitted resident until the signal aborts: verifies its identity before any run, then sends heartbeats and holds a
 * session in each of its topics.
 * @throws IdentityNotVerifiedError at once, or as soon as a run detects it
 */
export async function liveResident(living: Living): Promise<void> {
  const { home, homeUrl, signal } = living;
  const { definition } = await living.definition();
  const agentId = getAgentId(definition);
  await verifyIdentity(home, agentId, homeUrl);
  home.heartbeat.start();
  const troubles = new RunTroubles(
    living.store,
    ({ runId, code, message }) => living.log(`${agentId}: run ${runId} failed: ${message} [${code}]`, {}),
    (latest) => living.onTrouble?.(agentId, latest),
  );
  const ending = new AbortController();
  const until = ending.signal;
  // Each topic and each run adds a listener to the signal.
  setMaxListeners(Number.POSITIVE_INFINITY, until);
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const hearing = new Hearing(living.housemates, living.neighbours);
  const approvals = new HomeApprovals({ home, log: living.log, stopping: until });
  hearing.onDecision = (approvalId) => approvals.notify(approvalId);
  const waiting: WaitingRuns[] = [];
  const topicIds = definition.home?.topics ?? (await listTopics(home));
  try {
    await Promise.all([
      hearing.listen(home, agentId, until),
      workOnRequests(
        { ...living, approvals, signal: until, troubles, agentId, queue: hearing.requests },
        waiting,
      ),
      ...topicIds.map((topicId) =>
        liveInTopic(
          topicId,
          { ...living, approvals, signal: until, troubles },
          { agentId, hearing, waiting },
        ),
      ),
    ]);
  } finally {
    signal.removeEventListener('abort', end);
    ending.abort();
    await Promise.all(waiting.map((runs) => runs.settled()));
  }
}

/** Requests have their own queue, so that a failing topic does not delay them. */
async function workOnRequests(ports: Omit<RequestPorts, 'runs'>, waiting: WaitingRuns[]): Promise<void> {
  const runs = new WaitingRuns(ports.log, ports.slots);
  waiting.push(runs);
  try {
    await answerRequests({ ...ports, runs });
  } catch (error) {
    if (!ports.signal.aborted) throw error;
  }
}

async function listTopics(home: AgentHome): Promise<string[]> {
  const ids: string[] = [];
  for await (const { topic_id } of home.topics()) {
    if (RequestQueue.isRequest(topic_id)) continue;
    ids.push(topic_id);
    if (ids.length === mostTopics) break;
  }
  return ids;
}

/** Lives in a topic until it ends, and restarts after errors. */
async function liveInTopic(
  topicId: string,
  living: Living,
  { agentId, hearing, waiting }: { agentId: string; hearing: Hearing; waiting: WaitingRuns[] },
): Promise<void> {
  const { home, signal, log, pace } = living;
  const arrived = new Set<string>();
  const pause = new GrowingPause();
  const runs = new WaitingRuns(log, living.slots);
  waiting.push(runs);
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      const topic = await enterWhenOpen(home, topicId, signal);
      const session = new TopicSession(topic, living, runs);
      // A home that was away may have broken off the runs of this process as well.
      await session.recover(agentId);
      const { turn } = await topic.context({ maxTokens: minimumContextTokens, maxMessages: 1 });
      if (turn === undefined) {
        // A resident that had nothing to say on arrival would hear nothing of what others say.
        await home.followTopic(topicId);
        await liveByFeed({ topic, session, pace, hearing, arrived }, signal);
      } else {
        const latest = await session.latestTurn(agentId);
        const reply = living.housemates && { hearing, pace };
        await liveByTurns(topic, session, signal, { reply, latest });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof IdentityNotVerifiedError) throw error;
      if (error instanceof AccessDeniedError && error.code === 'topic_closed') return;
      log('a resident stumbled in a topic and starts over', { agent: agentId, topic: topicId, err: error });
      await delay(pause.after(performance.now() - begun), undefined, { signal }).catch(() => undefined);
    }
  }
}
