import type {
  ContainerReference,
  FactRequest,
  Judgement,
  ProposalDecision,
  ProposalFact,
} from '@agent-home/modes';
import { objectKey } from '@agent-home/protocol';
import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { CheckedProposal } from '../../foundation/judges/proposal-safety.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { unknownAmong } from '../../registry/agents/require-agents.ts';
import { invitedBy } from '../definition/invited-by.ts';
import { ownerOfProposed } from '../definition/owner-of-proposed.ts';
import { proposedDefinition } from '../definition/proposed-definition.ts';

type Question = Extract<FactRequest, { fact: 'proposal' }>;

/**
 * Checks a proposal beyond the topic's own rules: if the home can create it, if it exists already, the
 * remaining budget of the day, and the safety check (openspec: proposals).
 */
export async function proposalFact(
  platform: Platform,
  { request_type, payload, agent_id: proposedBy }: Question,
  checkSafety: (proposal: Pick<CheckedProposal, 'type' | 'payload'>) => Promise<{ safe: boolean }>,
): Promise<ProposalFact> {
  const kind = request_type === 'propose_topic' ? 'topic' : 'task';
  const id = randomId(kind, platform.randomBytes);
  const title = String(payload.title ?? '');
  const [isOld, ownerId, unknown, duplicate, spent, { safe }] = await Promise.all([
    isAdmittedLongEnough(platform, proposedBy),
    ownerOfProposed(platform.database, proposedBy, payload, 'the topic’s own'),
    unknownAmong(platform.database, invitedBy(payload)),
    findDuplicate(platform, kind, titleFingerprint(title)),
    proposedToday(platform),
    checkSafety({ type: request_type, payload }),
  ]);
  return {
    eligible:
      isOld &&
      ownerId !== undefined &&
      unknown.length === 0 &&
      isPossible(platform, kind, { id, payload, ownerId, proposedBy }),
    safe,
    within_budget: spent < platform.config.proposalsPerDay,
    ...(duplicate ? { duplicate } : {}),
    reserved: referenceTo(kind, id),
  };
}

/** Returns false for newcomers that may not propose yet, if `platform/policy.json` says so. */
async function isAdmittedLongEnough({ database, now, config }: Platform, agentId: string): Promise<boolean> {
  if (config.proposerAdmittedDays === 0) return true;
  const { agents } = tables;
  const [agent] = await database
    .select({ admittedAt: agents.admittedAt })
    .from(agents)
    .where(eq(agents.agentId, agentId));
  const since = now().getTime() - config.proposerAdmittedDays * 86_400_000;
  return agent?.admittedAt != null && agent.admittedAt.getTime() <= since;
}

/** Returns true if the home can create it: a topic's mode must work with its default rules. A task has no mode. */
function isPossible(
  platform: Platform,
  kind: 'topic' | 'task',
  proposal: Parameters<typeof proposedDefinition>[1],
): boolean {
  return kind === 'task' || 'definition' in proposedDefinition(platform, proposal);
}

/**
 * Finds an existing topic or task with the same title. Only public ones count, since naming another would
 * disclose its existence to readers of this topic.
 */
async function findDuplicate(
  { database }: Platform,
  kind: 'topic' | 'task',
  fingerprint: string,
): Promise<ContainerReference | undefined> {
  const { topics, tasks } = tables;
  const [row] =
    kind === 'topic'
      ? await database
          .select({ id: topics.topicId })
          .from(topics)
          .where(
            and(
              eq(topics.fingerprint, fingerprint),
              eq(topics.status, 'open'),
              eq(topics.visibility, 'public'),
            ),
          )
          .limit(1)
      : await database
          .select({ id: tasks.taskId })
          .from(tasks)
          .where(and(eq(tasks.fingerprint, fingerprint), eq(tasks.visibility, 'public')))
          .limit(1);
  return row && referenceTo(kind, row.id);
}

async function proposedToday({ database, now }: Platform): Promise<number> {
  const { topics, tasks } = tables;
  const lastDay = new Date(now().getTime() - 86_400_000);
  const [fromTopics, fromTasks] = await Promise.all([
    database.$count(topics, and(isNotNull(topics.proposedBy), gt(topics.createdAt, lastDay))),
    database.$count(tasks, and(isNotNull(tasks.proposedBy), gt(tasks.createdAt, lastDay))),
  ]);
  return fromTopics + fromTasks;
}

export function referenceTo(kind: 'topic' | 'task', id: string): ContainerReference {
  const key =
    kind === 'topic'
      ? objectKey('topic_manifest', { topic_id: id })
      : objectKey('task_manifest', { task_id: id });
  return { kind, id, object_key: key };
}

/**
 * Updates the facts of a proposal, which were found before this session, with the proposals that the session has accepted since.
 * Otherwise two equal proposals in one session would both be accepted, fail when they are carried out, and be judged again without
 * end.
 */
export function withAcceptedSince(
  fact: ProposalFact,
  { payload }: Question,
  judged: readonly Judgement[],
  randomBytes: (length: number) => Uint8Array,
): ProposalFact {
  const { kind } = fact.reserved;
  const accepted = judged.flatMap(({ effects }) => effects.flatMap((effect) => madeBy(effect, kind)));
  if (accepted.length === 0) return fact;
  const fingerprint = titleFingerprint(String(payload.title));
  const same = accepted.find(
    (made) =>
      made.payload?.visibility === 'public' && titleFingerprint(String(made.payload.title)) === fingerprint,
  );
  const isReservedTaken = accepted.some(({ created }) => created?.id === fact.reserved.id);
  return {
    ...fact,
    ...(same?.created && !fact.duplicate ? { duplicate: same.created } : {}),
    // Two equal proposals share one fact, but only one of them can use the id that it reserves.
    ...(isReservedTaken ? { reserved: referenceTo(kind, randomId(kind, randomBytes)) } : {}),
  };
}

function madeBy(effect: Judgement['effects'][number], kind: 'topic' | 'task'): ProposalDecision[] {
  return effect.type === 'proposal_decided' && effect.decision.created?.kind === kind
    ? [effect.decision]
    : [];
}
