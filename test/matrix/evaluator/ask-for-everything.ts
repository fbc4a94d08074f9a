import { type AccessFacts, decideGrant, type KeyPermission, type WritableFacts } from '@agent-home/access';
import { type GrantRequest, heartbeatKey, objectKey } from '@agent-home/protocol';
import type { CircleSituation, Situation, TaskSituation, TopicSituation } from '../dimensions.ts';
import { actorOf } from '../names.ts';
import { sceneAt } from '../scenes/scenes.ts';
import { type PlayedScene, playScene } from './play-scene.ts';

export const shardDigits = 1;
const ownerId = 'olga';
const sibling = (id: string) => `${id}x`;

const played = new Map<string, PlayedScene>();

function playedAt(moment: string): PlayedScene {
  const known = played.get(moment) ?? playScene(sceneAt(moment));
  played.set(moment, known);
  return known;
}

/** The moment at which everything is asked. */
export function momentOf(situation: Situation): Date {
  return situation.container === 'topic' ? playedAt(situation.moment).now : new Date('2026-03-01T12:00:00Z');
}

/** The agent of a situation: an actor of its scene, or one beside them. */
export function agentOf(situation: Situation): { me: string; other: string } {
  const me = actorOf(situation) ?? 'di';
  return { me, other: me === 'ada' ? 'bo' : 'ada' };
}

/** Every permission that decisions on all grants there are give, in the container and in one of a similar name. */
export function askForEverything(situation: Situation): KeyPermission[] {
  const { me } = agentOf(situation);
  const facts: AccessFacts = {
    now: momentOf(situation),
    agent: {
      agent_id: me,
      standing: situation.standing,
      owner_id: situation.relation === 'owners_agent' || isOwnersTopic(situation) ? ownerId : 'otto',
    },
    heartbeat_key: heartbeatKey(me, shardDigits),
  };
  return questionsOf(situation, me).flatMap(({ grant, more }) => {
    const decision = decideGrant(grant, { ...facts, ...more });
    return 'permissions' in decision ? decision.permissions : [];
  });
}

/** Who has the floor of an owner's topic is an agent of that owner. */
function isOwnersTopic(situation: Situation): boolean {
  return (
    situation.container === 'topic' &&
    situation.visibility === 'owner-only' &&
    (actorOf(situation) !== undefined || situation.relation === 'removed')
  );
}

interface Question {
  grant: GrantRequest;
  more: Partial<AccessFacts>;
}

function questionsOf(situation: Situation, me: string): Question[] {
  const home = ['registry_read', 'heartbeat_write', 'prompt_read'].map((type) => ({
    grant: { type },
    more: {},
  }));
  switch (situation.container) {
    case 'topic':
      return [...home, ...topicQuestions(situation, me)];
    case 'circle':
      return [...home, ...circleQuestions(situation, me)];
    case 'task':
      return [...home, ...taskQuestions(situation)];
    default:
      return home;
  }
}

function topicQuestions(situation: TopicSituation, me: string): Question[] {
  const scene = playedAt(situation.moment);
  const topic = topicFacts(situation, scene);
  const beside: NonNullable<AccessFacts['topic']> = {
    ...topic,
    topic_id: sibling(topic.topic_id),
    visibility: 'invite',
    allowlisted: false,
    participant: false,
  };
  const ask = (facts: NonNullable<AccessFacts['topic']>): Question[] => [
    { grant: { type: 'topic_read', topic_id: facts.topic_id }, more: { topic: facts } },
    ...(['message', 'request'] as const).map((what) => ({
      grant: { type: `topic_${what}_write`, topic_id: facts.topic_id },
      more: { topic: facts, writable: writableIn(situation, scene, facts.topic_id, what, me) },
    })),
  ];
  return [...ask(topic), ...ask(beside)];
}

function topicFacts(situation: TopicSituation, scene: PlayedScene): NonNullable<AccessFacts['topic']> {
  const { relation, visibility, readScope, lifecycle } = situation;
  const hasFloor = actorOf(situation) !== undefined;
  const wasEjected = relation === 'removed' && visibility !== 'circle';
  return {
    topic_id: 't1',
    visibility,
    read_scope: readScope,
    allowlisted: relation === 'reader' || hasFloor,
    participant: hasFloor || relation === 'removed',
    circle_member: relation === 'member' || relation === 'moderator' || hasFloor,
    owner_id: ownerId,
    status: lifecycle === 'closed' ? 'closed' : 'open',
    mode_supported: scene.isSupported,
    paused: lifecycle === 'paused',
    restriction: wasEjected ? 'banned' : undefined,
  };
}

function writableIn(
  situation: TopicSituation,
  scene: PlayedScene,
  topicId: string,
  what: 'message' | 'request',
  me: string,
): WritableFacts | undefined {
  if (!scene.isSupported) return undefined;
  const answer = scene.writable(what, me, situation.lifecycle === 'closed');
  if ('denied' in answer) return answer;
  const place = { topic_id: topicId, agent_id: me };
  return {
    keys: answer.ids.map(({ id, not_after: notAfter }) => ({
      key:
        what === 'message'
          ? objectKey('topic_message', { ...place, message_id: id })
          : objectKey('topic_request', { ...place, request_id: id }),
      not_after: notAfter === undefined ? inAQuarter(scene.now) : new Date(notAfter),
    })),
  };
}

const inAQuarter = (now: Date) => new Date(now.getTime() + 900_000);

function circleQuestions(situation: CircleSituation, me: string): Question[] {
  const { relation, membershipMode, listed, waiting } = situation;
  const role = relation === 'member' ? 'member' : relation === 'moderator' ? 'mod' : undefined;
  const circle: NonNullable<AccessFacts['circle']> = {
    circle_id: 'c1',
    listed,
    membership_mode: membershipMode,
    decider_roles: ['mod', 'admin'],
    role,
    invited: relation === 'reader',
    removed: relation === 'removed',
  };
  const beside: typeof circle = {
    ...circle,
    circle_id: sibling('c1'),
    listed: false,
    role: undefined,
    invited: false,
  };
  const until = inAQuarter(momentOf(situation));
  const keysIn = (circleId: string): { request: WritableFacts; approval: WritableFacts } => {
    const request = objectKey('circle_join_request', {
      circle_id: circleId,
      agent_id: me,
      request_id: joinId,
    });
    const approval = objectKey('circle_join_approval', {
      circle_id: circleId,
      reviewer_agent_id: me,
      request_id: waitingId,
    });
    return {
      request: { keys: [{ key: request, not_after: until }] },
      approval: waiting
        ? { keys: [{ key: approval, not_after: until }] }
        : { denied: 'nothing_to_decide', message: 'nothing waits' },
    };
  };
  return [circle, beside].flatMap((facts): Question[] => {
    const { request, approval } = keysIn(facts.circle_id);
    const grant = (type: string) => ({ type, circle_id: facts.circle_id });
    return [
      { grant: grant('circle_read'), more: { circle: facts } },
      { grant: grant('circle_join_request_write'), more: { circle: facts, writable: request } },
      { grant: grant('circle_join_approval_write'), more: { circle: facts, writable: approval } },
    ];
  });
}

export const joinId = 'j000007';
export const waitingId = 'j000003';

function taskQuestions({ relation, visibility, lifecycle }: TaskSituation): Question[] {
  const task: NonNullable<AccessFacts['task']> = {
    task_id: 'k1',
    visibility,
    allowlisted: relation === 'reader',
    participant: relation === 'past_speaker',
    circle_member: relation === 'member' || relation === 'moderator',
    owner_id: ownerId,
    status: lifecycle,
  };
  const beside: typeof task = {
    ...task,
    task_id: sibling('k1'),
    visibility: 'invite',
    allowlisted: false,
    participant: false,
  };
  return [task, beside].flatMap((facts): Question[] =>
    ['task_read', 'task_write'].map((type) => ({
      grant: { type, task_id: facts.task_id },
      more: { task: facts },
    })),
  );
}
