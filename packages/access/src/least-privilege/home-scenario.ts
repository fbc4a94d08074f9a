import fc from 'fast-check';
import type { AccessFacts } from '../grants/access-facts.ts';
import { decideGrant } from '../grants/decide-grant.ts';
import type { GrantRequest } from '../grants/grant-request.ts';
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

export interface HomeScenario {
  registry: boolean;
  heartbeat: boolean;
  topics: TopicScenario[];
}

const notAfterArbitrary = fc.integer({ min: 1, max: 5_000 }).map((offset) => NOW + offset * 7);

const ticketsArbitrary = (id: string, folder: 'messages' | 'requests') =>
  fc.array(
    fc.record({
      key: fc
        .constantFrom('m', 'm1', 'm10', 'm1-x')
        .map((name) => `topics/${id}/${folder}/${AGENT}/${name}.json`),
      notAfter: notAfterArbitrary,
    }),
    { maxLength: 3 },
  );

const topicArbitrary: fc.Arbitrary<TopicScenario> = fc.constantFrom(...TOPIC_IDS).chain((id) =>
  fc.record({
    id: fc.constant(id),
    visible: fc.constantFrom(true, true, true, false),
    read: fc.constantFrom('all', 'judged', 'not_asked'),
    messages: ticketsArbitrary(id, 'messages'),
    requests: ticketsArbitrary(id, 'requests'),
  }),
);

export const homeArbitrary: fc.Arbitrary<HomeScenario> = fc.record({
  registry: fc.boolean(),
  heartbeat: fc.boolean(),
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
  const writable = (tickets: Ticket[]) => ({
    keys: tickets.map(({ key, notAfter }) => ({ key, not_after: new Date(notAfter) })),
  });
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
    ...home.topics.flatMap(topicPermissions),
  ];
}
