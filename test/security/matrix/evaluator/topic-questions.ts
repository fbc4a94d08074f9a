import type { AccessFacts, WritableFacts } from '@agent-home/access';
import { objectKey } from '@agent-home/protocol';
import type { TopicSituation } from '../dimensions.ts';
import { findActor } from '../names.ts';
import type { PlayedScene } from './play-scene.ts';
import { ownerId, type Question, sibling } from './questions.ts';
import { playedAt } from './situations.ts';

export function topicQuestions(situation: TopicSituation, me: string): Question[] {
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
  const hasFloor = findActor(situation) !== undefined;
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

export const inAQuarter = (now: Date) => new Date(now.getTime() + 900_000);
