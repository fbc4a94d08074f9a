import fc from 'fast-check';
import type { EditionFacts } from '../grants/read-permissions.ts';

export const BUCKET = 'agent-home';
export const AGENT = 'ada';
export const HEARTBEAT = 'agents/heartbeats/a/ada.last';
/** Kinds that are published in a second schema version. */
export const EDITIONS: readonly EditionFacts[] = (
  ['prompt_bundle', 'policy_bundle', 'circle_manifest', 'topic_manifest'] as const
).map((kind) => ({ kind, schemaVersion: 2 }));
export const NOW = Date.UTC(2026, 10, 21, 17);

/** Ids that a missing slash or a careless comparison would confuse. */
export const TOPIC_IDS = ['t1', 't10', 't', 't1-x', 't1_x', '1t', 'platform', 'x'.repeat(63)];

export interface Ticket {
  key: string;
  /** Milliseconds since 1970. */
  notAfter: number;
}

/** One topic, with the agent's requests and grants there. */
export interface TopicScenario {
  id: string;
  visible: boolean;
  read: 'all' | 'judged' | 'not_asked';
  messages: Ticket[];
  requests: Ticket[];
}

/** One task, with the agent's requests and grants there. */
export interface TaskScenario {
  id: string;
  visible: boolean;
  closed: boolean;
  asks: { read: boolean; write: boolean };
}

/** One circle, with the agent's role, requests and grants there. */
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
