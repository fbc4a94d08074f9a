import { type FactRequest, type Facts, findMode } from '@agent-home/modes';
import { type AdminAction, asJson, canonicalJsonBytes } from '@agent-home/protocol';
import type { Executor } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { alreadyChecked } from '../../foundation/judges/proposal-safety.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { transactionOr } from '../../foundation/platform/transaction-or.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { requireKnownAgents } from '../../registry/agents/require-agents.ts';
import { type PreparedFacts, StaleFacts } from '../facts/answer-facts.ts';
import { proposalFact } from '../facts/proposal-fact.ts';
import { type NotYetJudged, untilAnswered } from '../facts/until-answered.ts';
import { type CommittedTopic, commitSession } from './commit-session.ts';
import { lockTopic } from './judge-inputs.ts';
import { type Judged, type TopicRow, TopicSession } from './topic-session.ts';

interface Administered {
  result: AdminOutcome;
  committed: CommittedTopic;
}

interface AdminOutcome {
  sequence: number;
  outcome: string;
  reason?: string;
  /** Topic or task created from an accepted proposal. */
  created?: { kind: 'topic' | 'task'; id: string };
}

/** Adds an admin's action to a topic as an input: the mode judges it, and the ledger records it. */
export async function administerTopic(
  platform: Platform,
  topicId: string,
  admin: AdminAction,
): Promise<AdminOutcome> {
  const { result, committed } = await untilAnswered(
    (request) => answerForAdmin(platform, request),
    (prepared) =>
      transactionOr(platform.database, async (transaction, rollBack: (why: NotYetJudged) => never) => {
        const topic = await lockTopic(transaction, topicId);
        if (!topic) throw new PlatformError('not_found', 'no topic has this id; check it');
        if (admin.action === 'remove_agent')
          await requireKnownAgents(transaction, [admin.agent_id], 'agent_id');
        const { session, judged } = await judgeAction(platform, transaction, topic, admin, prepared);
        if (session.missing.length > 0) return rollBack({ missing: session.missing });
        const administered = await commit(platform, transaction, session, judged).catch((error: unknown) => {
          if (error instanceof StaleFacts) return rollBack({ stale: error });
          throw error;
        });
        await recordAct(transaction, platform);
        return administered;
      }),
  );
  await announce(platform, topicId, committed);
  return result;
}

/** Actions for which modes need no external facts. Accepting a proposal needs facts, which must not be awaited under a lock. */
export type LockedAction =
  | Exclude<AdminAction, { action: 'decide_proposal' }>
  | (Extract<AdminAction, { action: 'decide_proposal' }> & { decision: 'decline' });

/** Same in a transaction of the caller, who holds the topic's lock and calls `announce` after the commit. */
export async function administerLocked(
  platform: Platform,
  transaction: Executor,
  topic: TopicRow,
  admin: LockedAction,
): Promise<Administered> {
  const { session, judged } = await judgeAction(platform, transaction, topic, admin);
  return commit(platform, transaction, session, judged);
}

async function judgeAction(
  platform: Platform,
  transaction: Executor,
  topic: TopicRow,
  admin: AdminAction,
  prepared?: PreparedFacts,
): Promise<{ session: TopicSession; judged: Judged }> {
  const mode = findMode(topic.mode, topic.modeVersion);
  if (!mode)
    throw new PlatformError(
      'unknown_mode',
      'this version of agent-home does not support the mode of the topic; update it',
    );
  const session = new TopicSession(platform, transaction, topic, mode, prepared);
  const judged = await session.judge({ type: 'admin', bytes: canonicalJsonBytes(asJson(admin)) });
  return { session, judged };
}

async function commit(
  platform: Platform,
  transaction: Executor,
  session: TopicSession,
  { sequence, verdict: { outcome, reason }, effects }: Judged,
): Promise<Administered> {
  const committed = await commitSession(platform, transaction, session);
  const made = effects.find((effect) => effect.type === 'proposal_decided')?.decision.created;
  const created = made && { created: { kind: made.kind, id: made.id } };
  return { result: { sequence, outcome, ...(reason ? { reason } : {}), ...created }, committed };
}

/** Returns the only fact that an admin's action can need. */
async function answerForAdmin(platform: Platform, request: FactRequest): Promise<Facts | undefined> {
  return request.fact === 'proposal'
    ? { proposal: await proposalFact(platform, request, alreadyChecked) }
    : undefined;
}

/** Notifies workers after the commit: to publish, to act at the deadline, to write the summary of an ended topic. */
export async function announce(
  platform: Platform,
  topicId: string,
  { streams, nextDeadline }: CommittedTopic,
): Promise<void> {
  await Promise.all([topicStream(topicId), ...streams].map((stream) => platform.wake.stream(stream)));
  await platform.wake.topic(topicId, nextDeadline);
}
