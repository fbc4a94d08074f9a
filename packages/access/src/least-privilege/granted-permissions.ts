import type { GrantRequest } from '@agent-home/protocol';
import type { AccessFacts } from '../grants/access-facts.ts';
import { decideGrant } from '../grants/decide-grant.ts';
import type { KeyPermission } from '../grants/key-permission.ts';
import {
  AGENT,
  type CircleScenario,
  EDITIONS,
  HEARTBEAT,
  type HomeScenario,
  NOW,
  type TaskScenario,
  type Ticket,
  type TopicScenario,
} from './home-scenario.ts';

function getPermissions(grant: GrantRequest, facts: Partial<AccessFacts>): KeyPermission[] {
  const decision = decideGrant(grant, {
    now: new Date(NOW),
    agent: { agent_id: AGENT, standing: 'admitted' },
    heartbeat_key: HEARTBEAT,
    editions: EDITIONS,
    ...facts,
  });
  return 'permissions' in decision ? decision.permissions : [];
}

const writable = (tickets: Ticket[]) => ({
  keys: tickets.map(({ key, notAfter }) => ({ key, not_after: new Date(notAfter) })),
});

function taskPermissions({ id, visible, closed, asks }: TaskScenario): KeyPermission[] {
  const task: AccessFacts['task'] = {
    task_id: id,
    visibility: visible ? 'public' : 'circle',
    allowlisted: true,
    participant: true,
    circle_member: false,
    owner_id: 'owner-1',
    status: closed ? 'closed' : 'open',
  };
  return [
    ...(asks.read ? getPermissions({ type: 'task_read', task_id: id }, { task }) : []),
    ...(asks.write ? getPermissions({ type: 'task_write', task_id: id }, { task }) : []),
  ];
}

function circlePermissions({
  id,
  role,
  reads,
  joins,
  approvals,
  mode,
  ...rest
}: CircleScenario): KeyPermission[] {
  const circle: AccessFacts['circle'] = {
    circle_id: id,
    membership_mode: mode,
    decider_roles: ['mod', 'admin'],
    role: role === 'none' ? undefined : role,
    listed: rest.listed,
    invited: rest.invited,
    removed: rest.removed,
  };
  const grant = (type: string) => ({ type, circle_id: id });
  return [
    ...(reads ? getPermissions(grant('circle_read'), { circle }) : []),
    ...getPermissions(grant('circle_join_request_write'), { circle, writable: writable(joins) }),
    ...getPermissions(grant('circle_join_approval_write'), { circle, writable: writable(approvals) }),
  ];
}

function topicPermissions({ id, visible, read, messages, requests }: TopicScenario): KeyPermission[] {
  const topic: AccessFacts['topic'] = {
    topic_id: id,
    visibility: visible ? 'public' : 'invite',
    read_scope: read === 'all' ? 'all' : 'judged',
    allowlisted: false,
    participant: false,
    circle_member: false,
    owner_id: 'owner-1',
    status: 'open',
    mode_supported: true,
  };
  return [
    ...(read === 'not_asked' ? [] : getPermissions({ type: 'topic_read', topic_id: id }, { topic })),
    ...getPermissions({ type: 'topic_message_write', topic_id: id }, { topic, writable: writable(messages) }),
    ...getPermissions({ type: 'topic_request_write', topic_id: id }, { topic, writable: writable(requests) }),
  ];
}

/** Returns the permissions that our code grants in this home, through `decideGrant`. */
export function grantedPermissions(home: HomeScenario): KeyPermission[] {
  return [
    ...(home.registry ? getPermissions({ type: 'registry_read' }, {}) : []),
    ...(home.heartbeat ? getPermissions({ type: 'heartbeat_write' }, {}) : []),
    ...(home.prompts ? getPermissions({ type: 'prompt_read' }, {}) : []),
    ...home.topics.flatMap(topicPermissions),
    ...home.tasks.flatMap(taskPermissions),
    ...home.circles.flatMap(circlePermissions),
  ];
}
