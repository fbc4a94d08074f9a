import { type AccessFacts, decideGrant, type KeyPermission } from '@agent-home/access';
import { heartbeatKey } from '@agent-home/protocol';
import type { Situation } from '../dimensions.ts';
import { editions } from '../editions.ts';
import { findActor } from '../names.ts';
import { circleQuestions } from './circle-questions.ts';
import type { Question } from './questions.ts';
import { ownerId } from './questions.ts';
import { getAgent, getMoment } from './situations.ts';
import { taskQuestions } from './task-questions.ts';
import { topicQuestions } from './topic-questions.ts';

export const shardDigits = 1;

/** Collects every permission of the decisions on all existing grants, in the container and in one with a similar name. */
export function askForEverything(situation: Situation): KeyPermission[] {
  const { me } = getAgent(situation);
  const facts: AccessFacts = {
    now: getMoment(situation),
    agent: {
      agent_id: me,
      standing: situation.standing,
      owner_id: situation.relation === 'owners_agent' || isOwnersTopic(situation) ? ownerId : 'otto',
    },
    heartbeat_key: heartbeatKey(me, shardDigits),
    editions,
  };
  return collectQuestions(situation, me).flatMap(({ grant, more }) => {
    const decision = decideGrant(grant, { ...facts, ...more });
    return 'permissions' in decision ? decision.permissions : [];
  });
}

/** Returns true for an owner's topic: its speakers are agents of that owner. */
function isOwnersTopic(situation: Situation): boolean {
  return (
    situation.container === 'topic' &&
    situation.visibility === 'owner-only' &&
    (findActor(situation) !== undefined || situation.relation === 'removed')
  );
}

function collectQuestions(situation: Situation, me: string): Question[] {
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
