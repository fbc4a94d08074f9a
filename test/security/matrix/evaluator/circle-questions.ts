import type { AccessFacts, WritableFacts } from '@agent-home/access';
import { objectKey } from '@agent-home/protocol';
import type { CircleSituation } from '../dimensions.ts';
import { type Question, sibling } from './questions.ts';
import { getMoment } from './situations.ts';
import { inAQuarter } from './topic-questions.ts';

export function circleQuestions(situation: CircleSituation, me: string): Question[] {
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
  const until = inAQuarter(getMoment(situation));
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
