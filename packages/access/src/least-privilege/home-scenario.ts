import type { GrantRequest } from '@agent-home/protocol';
import fc from 'fast-check';
import type { AccessFacts } from '../grants/access-facts.ts';
import { decideGrant } from '../grants/decide-grant.ts';
import type { KeyPermission } from '../grants/key-permission.ts';

export const BUCKET = 'agent-home';
export const AGENT = 'ada';
export const HEARTBEAT = 'agents/heartbeats/a/ada.last';
export const NOW = Date.UTC(2026, 10, 21, 17);

/** Ids that a missing slash or a careless comparison would confuse. */
export const TOPIC_IDS = ['t1', 't10', 't', 't1-x', 't1_x', '1t', 'platform', 'x'.repeat(63)];

export interface Ticket {
  key: string;
  /** Milliseconds since 1970. */
  notAfter: number;
}

/** One topic and what the agent asked for and got there. */
export interface TopicScenario {
  id: string;
  visible: boolean;
  read: 'all' | 'judged' | 'not_asked';
  messages: Ticket[];
  requests: Ticket[];
}

/** One task and what the agent asked for and got there. */
export interface TaskScenario {
  id: string;
  visible: boolean;
  closed: boolean;
  asks: { read: boolean; write: boolean };
}

/** One circle and what the agent is, asked for and got there. */
export interface CircleScenario {
  id: string;
  role: 'none' | 'member' | 'mod';
  listed: boolean;
  mode: 'open' | 'invite' | 'approval';
  invited: boolean;
  removed: boolean;
  reads: boolean;
  joins: Ticket[];
  approvals: Ticket[];
}

export interface HomeScenario {
  registry: boolean;
  heartbeat: boolean;
  prompts: boolean;
  topics: TopicScenario[];
  tasks: TaskScenario[];
  circles: CircleScenario[];
}

const notAfterArbitrary = fc.integer({ min: 1, max: 5_000 }).map((offset) => NOW + offset * 7);

const ticketsArbitrary = (folder: string) =>
  fc.array(
    fc.record({
      key: fc.constantFrom('m', 'm1', 'm10', 'm1-x').map((name) => `${folder}/${AGENT}/${name}.json`),
      notAfter: notAfterArbitrary,
    }),
    { maxLength: 3 },
  );

const topicArbitrary: fc.Arbitrary<TopicScenario> = fc.constantFrom(...TOPIC_IDS).chain((id) =>
  fc.record({
    id: fc.constant(id),
    visible: fc.constantFrom(true, true, true, false),
    read: fc.constantFrom('all', 'judged', 'not_asked'),
    messages: ticketsArbitrary(`topics/${id}/messages`),
    requests: ticketsArbitrary(`topics/${id}/requests`),
  }),
);

const taskArbitrary: fc.Arbitrary<TaskScenario> = fc.record({
  id: fc.constantFrom(...TOPIC_IDS),
  visible: fc.constantFrom(true, true, false),
  closed: fc.boolean(),
  asks: fc.record({ read: fc.boolean(), write: fc.boolean() }),
});

const circleArbitrary: fc.Arbitrary<CircleScenario> = fc.constantFrom(...TOPIC_IDS).chain((id) =>
  fc.record({
    id: fc.constant(id),
    role: fc.constantFrom('none', 'member', 'mod'),
    listed: fc.boolean(),
    mode: fc.constantFrom('open', 'invite', 'approval'),
    invited: fc.boolean(),
    removed: fc.boolean(),
    reads: fc.boolean(),
    joins: ticketsArbitrary(`circles/${id}/join_requests`),
    approvals: ticketsArbitrary(`circles/${id}/join_approvals`),
  }),
);

const byId = { selector: ({ id }: { id: string }) => id, maxLength: 3 };

export const homeArbitrary: fc.Arbitrary<HomeScenario> = fc.record({
  registry: fc.boolean(),
  heartbeat: fc.boolean(),
  prompts: fc.boolean(),
  tasks: fc.uniqueArray(taskArbitrary, byId),
  circles: fc.uniqueArray(circleArbitrary, byId),
  topics: fc.uniqueArray(topicArbitrary, { minLength: 1, maxLength: 5, selector: ({ id }) => id }),
});

function permissionsOf(grant: GrantRequest, facts: Partial<AccessFacts>): KeyPermission[] {
  const decision = decideGrant(grant, {
    now: new Date(NOW),
    agent: { agent_id: AGENT, standing: 'admitted' },
    heartbeat_key: HEARTBEAT,
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
    ...(asks.read ? permissionsOf({ type: 'task_read', task_id: id }, { task }) : []),
    ...(asks.write ? permissionsOf({ type: 'task_write', task_id: id }, { task }) : []),
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
    ...(reads ? permissionsOf(grant('circle_read'), { circle }) : []),
    ...permissionsOf(grant('circle_join_request_write'), { circle, writable: writable(joins) }),
    ...permissionsOf(grant('circle_join_approval_write'), { circle, writable: writable(approvals) }),
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
    ...(read === 'not_asked' ? [] : permissionsOf({ type: 'topic_read', topic_id: id }, { topic })),
    ...permissionsOf({ type: 'topic_message_write', topic_id: id }, { topic, writable: writable(messages) }),
    ...permissionsOf({ type: 'topic_request_write', topic_id: id }, { topic, writable: writable(requests) }),
  ];
}

/** What our code grants in this home, through `decideGrant`. */
export function grantedPermissions(home: HomeScenario): KeyPermission[] {
  return [
    ...(home.registry ? permissionsOf({ type: 'registry_read' }, {}) : []),
    ...(home.heartbeat ? permissionsOf({ type: 'heartbeat_write' }, {}) : []),
    ...(home.prompts ? permissionsOf({ type: 'prompt_read' }, {}) : []),
    ...home.topics.flatMap(topicPermissions),
    ...home.tasks.flatMap(taskPermissions),
    ...home.circles.flatMap(circlePermissions),
  ];
}
