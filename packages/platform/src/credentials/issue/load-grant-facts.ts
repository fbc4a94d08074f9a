import { decideGrant, type KeyPermission, type TicketClass, type WritableFacts } from '@agent-home/access';
import { type GrantRequest, heartbeatKey, isSupportedGrant } from '@agent-home/protocol';
import type { Platform } from '../../foundation/platform/platform.ts';
import { joinKeys } from '../../judging/circles/join-keys.ts';
import { writableKeys } from '../../judging/keys/writable-keys.ts';
import { type AccessReader, createAccessReader } from '../../registry/access/access-reader.ts';
import { loadTopicsForAgent, type TopicForAgent } from '../../registry/access/load-access-facts.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import {
  type CircleForAgent,
  createCircleFinder,
  type FindCircle,
  loadCirclesForAgent,
} from '../../registry/circles/load-circles.ts';
import {
  createTaskFinder,
  type FindTask,
  loadTasksForAgent,
  type TaskForAgent,
} from '../../registry/tasks/load-tasks.ts';

/** Functions that read the facts of access decisions from the database, again for each decision. */
export interface FactReaders {
  access: AccessReader;
  findTask: FindTask;
  findCircle: FindCircle;
}

/** Containers that the grants name, each with this agent's relation to it. */
export interface Containers {
  topics: Map<string, TopicForAgent>;
  tasks: Map<string, TaskForAgent>;
  circles: Map<string, CircleForAgent>;
}

export interface AllowedGrant {
  grant: GrantRequest;
  permissions: KeyPermission[];
}

interface DeniedGrant {
  grant: GrantRequest;
  code: string;
  message: string;
}

export function createFactReaders(platform: Platform): FactReaders {
  return {
    access: createAccessReader(platform),
    findTask: createTaskFinder(platform),
    findCircle: createCircleFinder(platform.database),
  };
}

export async function loadContainers(
  { access, findTask, findCircle }: FactReaders,
  agent: AgentRow,
  grants: GrantRequest[],
): Promise<Containers> {
  const { findHead } = access;
  const [topics, tasks, circles] = await Promise.all([
    loadTopicsForAgent(access, agent, idsIn(grants, 'topic_id')),
    loadTasksForAgent(findTask, access, agent, idsIn(grants, 'task_id')),
    loadCirclesForAgent(findCircle, findHead, agent.agentId, idsIn(grants, 'circle_id')),
  ]);
  return { topics, tasks, circles };
}

function idsIn(grants: GrantRequest[], name: 'topic_id' | 'task_id' | 'circle_id'): string[] {
  const ids = grants.flatMap((grant) => {
    const id =
      isSupportedGrant(grant) && name in grant ? (grant as Record<string, unknown>)[name] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  return [...new Set(ids)];
}

/** Decides which of these grants the agent has at this moment. Issues and records nothing. */
export async function decideGrants(
  platform: Platform,
  agent: AgentRow,
  grants: GrantRequest[],
  { topics, tasks, circles }: Containers,
  durationSeconds: number,
): Promise<{ allowed: AllowedGrant[]; denied: DeniedGrant[] }> {
  const now = platform.now();
  const allowed: AllowedGrant[] = [];
  const denied: DeniedGrant[] = [];
  for (const grant of grants) {
    const topic = isSupportedGrant(grant) && 'topic_id' in grant ? topics.get(grant.topic_id) : undefined;
    const circle = isSupportedGrant(grant) && 'circle_id' in grant ? circles.get(grant.circle_id) : undefined;
    const writable = await findWritable(platform, agent, grant, { topic, circle }, now, durationSeconds);
    const decision = decideGrant(grant, {
      now,
      agent: { agent_id: agent.agentId, standing: agent.standing, owner_id: agent.ownerId },
      heartbeat_key: heartbeatKey(agent.agentId, platform.config.shardDigits),
      editions: platform.editions,
      topic: topic?.facts,
      task: isSupportedGrant(grant) && 'task_id' in grant ? tasks.get(grant.task_id)?.facts : undefined,
      circle: circle?.facts,
      writable,
    });
    if ('denied' in decision) denied.push({ grant, code: decision.denied, message: decision.message });
    else allowed.push({ grant, permissions: decision.permissions });
  }
  return { allowed, denied };
}

const purposes: Record<string, TicketClass> = {
  topic_message_write: 'message',
  topic_request_write: 'request',
  circle_join_request_write: 'join_request',
  circle_join_approval_write: 'join_approval',
};

function findPurpose(grant: GrantRequest): TicketClass | undefined {
  return isSupportedGrant(grant) ? purposes[grant.type] : undefined;
}

/** Returns the exact keys that a write grant opens. They depend on the topic's mode or the circle's requests. */
async function findWritable(
  platform: Platform,
  agent: AgentRow,
  grant: GrantRequest,
  { topic, circle }: { topic: TopicForAgent | undefined; circle: CircleForAgent | undefined },
  now: Date,
  durationSeconds: number,
): Promise<WritableFacts | undefined> {
  const purpose = findPurpose(grant);
  if (topic && (purpose === 'message' || purpose === 'request') && topic.facts.status === 'open')
    return writableKeys(platform.database, topic, purpose, now, durationSeconds);
  const isJoining = purpose === 'join_request' || purpose === 'join_approval';
  if (!circle || !isJoining || agent.standing !== 'admitted') return undefined;
  const { agentId } = agent;
  return joinKeys(platform.database, purpose, { circle, agentId, now, durationSeconds });
}
